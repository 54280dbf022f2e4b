// args:
// expect: safe
// fails:
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned n = nondet_unsigned();
  __CPROVER_assume(n < 32);
  unsigned bit = 1u << n;
  __CPROVER_assert(bit != 0 && (bit & (bit - 1)) == 0, "a power of two");
}
