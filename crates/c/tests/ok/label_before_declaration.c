int f(void) { l: ; int a = 1; goto l; m: int b; return a; }
