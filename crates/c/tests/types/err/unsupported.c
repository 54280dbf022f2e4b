_Complex double z;
_Atomic int a;
_Atomic(int) b;
_Float128 q;
int v __attribute__((vector_size(16)));
int f(int *p) { return __sync_no_such_function(p, 1); }
int g(void) { return __builtin_mystery(1) + __CPROVER_mystery; }
