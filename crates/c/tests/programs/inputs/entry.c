// args: --function check
// expect: unsafe
// fails: assertion@8
// The arguments of the entry may be anything.
int check(int x, unsigned char y)
{
  __CPROVER_assert(y <= 255, "of its type");
  __CPROVER_assert(x >= 0, "any int");
  return 0;
}
