// args:
// expect: safe
// fails:
// Widening keeps the value of the source type.
signed char nondet_schar(void);
unsigned short nondet_ushort(void);
int main(void)
{
  signed char s = nondet_schar();
  unsigned short u = nondet_ushort();
  long wide = s;
  long zero = u;
  __CPROVER_assert(wide >= -128 && wide <= 127, "sign extension");
  __CPROVER_assert(zero >= 0 && zero <= 65535, "zero extension");
}
