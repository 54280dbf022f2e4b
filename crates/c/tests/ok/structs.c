struct S { int a, *b; struct { int c; }; union { int d; float e; } u; };
struct S s; struct T; struct T *t;
