int f(int a) { if (a) if (a > 1) return 1; else return 2; else if (a < 0) return 3; else { return 4; } }
