// args:
// expect: safe
// fails:
int next(void)
{
  static int count = 10;
  return count++;
}
int main(void)
{
  int a = next(), b = next();
  __CPROVER_assert(a == 10 && b == 11, "initialised once");
}
