int f(int a, int b, int c) { return a + b * c << 1 < 2 == 3 & 4 ^ 5 | 6 && 7 || 8 ? 9 : 10, a - b - c; }
