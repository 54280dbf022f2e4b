// args:
// expect: safe
// fails:
// The operand is promoted, so that 8 is in range.
unsigned char nondet_uchar(void);
int main(void)
{
  unsigned char high = nondet_uchar(), low = nondet_uchar();
  int word = high << 8 | low;
  __CPROVER_assert((word & 255) == low && word >> 8 == high, "both are there");
}
