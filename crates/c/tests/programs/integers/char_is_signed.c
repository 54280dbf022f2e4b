// args:
// expect: safe
// fails:
int main(void)
{
  char c = (char)200;
  signed char s = (signed char)128;
  unsigned char u = (unsigned char)-1;
  __CPROVER_assert(c == -56, "char is signed");
  __CPROVER_assert(s == -128, "two's complement");
  __CPROVER_assert(u == 255, "modulo 256");
}
