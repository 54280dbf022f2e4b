int f(void) { int g(void) { return 1; } return g(); }
