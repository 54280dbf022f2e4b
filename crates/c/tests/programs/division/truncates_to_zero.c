// args:
// expect: safe
// fails:
int main(void)
{
  int a = -7;
  __CPROVER_assert(a / 2 == -3, "towards zero");
  __CPROVER_assert(a % 2 == -1, "sign of the dividend");
  __CPROVER_assert(7 / -2 == -3 && 7 % -2 == 1, "negative divisor");
}
