// args:
// expect: safe
// fails:
// The operation is done in int, the result is cut back.
int main(void)
{
  unsigned char c = 250;
  c += 10;
  __CPROVER_assert(c == 4, "modulo 256");
  c = 200;
  c >>= 3;
  __CPROVER_assert(c == 25, "shift");
  c *= 11;
  __CPROVER_assert(c == 19, "275 modulo 256");
}
