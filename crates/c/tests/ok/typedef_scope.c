typedef int T;
void f(void) { T *x; { int T = 2; T * T; } T y; T: ; goto T; }
