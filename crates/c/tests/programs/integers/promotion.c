// args:
// expect: safe
// fails:
// Operands narrower than int are promoted: no operation on them overflows in 8 bits.
unsigned char nondet_uchar(void);
int main(void)
{
  unsigned char a = nondet_uchar(), b = nondet_uchar();
  int sum = a + b;
  __CPROVER_assert(sum <= 510, "the sum of two bytes fits");
  __CPROVER_assert(sum >= a, "nothing wraps");
}
