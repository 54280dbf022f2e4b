// args:
// expect: unsafe
// fails: assertion@8
int main(void)
{
  unsigned x = 5;
  long y = -x;
  __CPROVER_assert(y == -5, "the minus is unsigned");
}
