// args:
// expect: safe
// fails:
// The right shift of a negative number is implementation-defined: GCC and CBMC copy the sign.
int main(void)
{
  int x = -16;
  __CPROVER_assert(x >> 2 == -4, "copies the sign");
  unsigned u = 0x80000000u;
  __CPROVER_assert(u >> 31 == 1, "zeros come in");
}
