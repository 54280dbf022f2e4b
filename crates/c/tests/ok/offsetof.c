struct S { int a; struct { int b[3]; } c; };
unsigned long x = __builtin_offsetof(struct S, c.b[1]);
