// args:
// expect: unsafe
// fails: assertion@8
// == binds closer than &.
int main(void)
{
  int flags = 6;
  __CPROVER_assert(flags & 2 == 2, "6 & (2 == 2) is 0");
}
