int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int a = __builtin_va_arg(l, int *)[0]; __builtin_va_end(l); return a; }
