// args:
// expect: safe
// fails:
// What follows the switch is never reached.
unsigned nondet_unsigned(void);
static int parity(unsigned x)
{
  switch (x % 2) {
  case 0: return 0;
  case 1: return 1;
  }
  __builtin_unreachable();
}
int main(void)
{
  unsigned x = nondet_unsigned();
  __CPROVER_assert((unsigned)parity(x) == (x & 1), "the lowest bit");
}
