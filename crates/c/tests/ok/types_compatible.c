int x = __builtin_types_compatible_p(int, const long *);
