static int a; extern int b; _Thread_local int c; static inline int f(void) { register int x = 1; auto int y; return x; }
_Noreturn void g(void);
