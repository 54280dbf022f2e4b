// args:
// expect: unsafe
// fails: shift@9
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned n = nondet_unsigned();
  __CPROVER_assume(n <= 32);
  return (1u << n) > 4;
}
