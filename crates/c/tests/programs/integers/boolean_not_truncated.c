// args:
// expect: unsafe
// fails: assertion@8
int main(void)
{
  _Bool b = 256;
  unsigned char c = (unsigned char)256;
  __CPROVER_assert(b == c, "256 is true, its low byte is zero");
}
