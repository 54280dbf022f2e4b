__extension__ typedef long long L;
int f(void) { return __extension__ (L)1 + __extension__ 2; }
struct S { __extension__ union { int a; }; };
