int f(int a, int b) { return a ? b ? 1 : 2 : b ? 3 : 4, a ?: b; }
