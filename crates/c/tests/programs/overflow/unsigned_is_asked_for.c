// args: --unsigned-overflow-check
// expect: unsafe
// fails: overflow@9
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned x = nondet_unsigned();
  __CPROVER_assume(x < 5);
  unsigned y = x - 1;
  return y == 0;
}
