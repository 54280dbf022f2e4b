// Both expansions of `assert` in the C library, and calls of CBMC's functions.
extern void __assert_fail(const char *text, const char *file, unsigned line, const char *function);
void __CPROVER_assume(int);
_Bool nondet_bool(void);

void check(int x, char *p)
{
    ((void)sizeof((x > 0) ? 1 : 0), __extension__({ if (x > 0) ; else __assert_fail("x > 0", "f.c", 3, __func__); }));
    ((p) ? (void)(0) : __assert_fail("p", "f.c", 4, "check"));
    if (!(x == 3)) __assert_fail("x == 3", "f.c", 5, "check");
    __assert_fail("never", "f.c", 6, "check");
    __CPROVER_assume(p);
    __CPROVER_assume(nondet_bool());
    __CPROVER_assert(x & 1, "odd");
    __CPROVER_assert(__CPROVER_r_ok(p, sizeof *p), "readable");
}
