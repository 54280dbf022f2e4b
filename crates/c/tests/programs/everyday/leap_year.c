// args:
// expect: safe
// fails:
unsigned short nondet_ushort(void);
static int is_leap(unsigned y)
{
  return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}
int main(void)
{
  unsigned y = nondet_ushort();
  __CPROVER_assert(!is_leap(y) || y % 4 == 0, "only every fourth");
  __CPROVER_assert(is_leap(2000) && !is_leap(1900) && is_leap(2024), "known years");
}
