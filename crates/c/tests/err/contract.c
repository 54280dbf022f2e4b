int f(int a) __CPROVER_requires(a > 0) { return a; }
