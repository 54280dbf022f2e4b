int *a[3], (*b)[3], (*c)(int, char *), *(*d[2])(void), (*(*e)(int))[4];
int (*f(int x))(double);
