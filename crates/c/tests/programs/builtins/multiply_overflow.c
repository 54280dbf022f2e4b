// args:
// expect: unsafe
// fails: assertion@11
// The result is stored also where it wraps.
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned n = nondet_unsigned(), bytes;
  _Bool wraps = __builtin_mul_overflow(n, 8u, &bytes);
  __CPROVER_assert(wraps || bytes / 8 == n, "exact");
  __CPROVER_assert(bytes >= n, "wraps");
}
