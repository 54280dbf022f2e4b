// args: --unwind 5
// expect: safe
// fails:
int odd(unsigned n);
int even(unsigned n)
{
  return n == 0 ? 1 : odd(n - 1);
}
int odd(unsigned n)
{
  return n == 0 ? 0 : even(n - 1);
}
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned n = nondet_unsigned();
  __CPROVER_assume(n <= 6);
  __CPROVER_assert(even(n) == (n % 2 == 0), "parity");
}
