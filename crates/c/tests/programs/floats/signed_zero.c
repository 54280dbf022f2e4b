// args:
// expect: safe
// fails:
int main(void)
{
  double zero = 0.0, minus = -0.0;
  __CPROVER_assert(zero == minus, "equal");
  __CPROVER_assert(1 / zero > 0 && 1 / minus < 0, "and yet different");
}
