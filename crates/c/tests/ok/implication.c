int f(int a, int b, int c) { return a ==> b ? a : b || c ==> a; }
