// Functions that are known without a declaration, and what is decided by the elaboration.
double values[] = {__builtin_inf(), -__builtin_huge_val()};
int bits[__builtin_popcount(7) + __builtin_ctz(8)];

int sum(int n, ...)
{
    __builtin_va_list list, copy;
    __builtin_va_start(list, n);
    __builtin_va_copy(copy, list);
    int total = __builtin_va_arg(list, int) + (int)__builtin_va_arg(copy, double);
    __builtin_va_end(list);
    return total;
}

long use(char *p, int n)
{
    long r;
    if (__builtin_expect(n > 3, 0)) __builtin_unreachable();
    __builtin_memcpy(p, "abc", 4);
    if (__builtin_add_overflow(n, 1, &r)) __builtin_trap();
    r += __builtin_constant_p(n) + __builtin_constant_p(3) + __builtin_choose_expr(1, n, p);
    r += __builtin_types_compatible_p(int, const int) + __builtin_types_compatible_p(int *, long *);
    r += __builtin_offsetof(struct { char c; int a[3]; }, a[2]) + _Alignof(double) + sizeof(char[3]);
    return r + __CPROVER_OBJECT_SIZE(p) + sum(2, 'a', 1.0f);
}
