int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
int f(int i, int j) { return a[i][j] + i[a][j]; }
