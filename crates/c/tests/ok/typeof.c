int a; __typeof__(a) b; typeof(int *) c; __typeof__(a + 1) *d;
void f(void) { __auto_type x = a; }
