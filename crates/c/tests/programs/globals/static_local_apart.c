// args:
// expect: unsafe
// fails: assertion@17
int f(void)
{
  static int n;
  return ++n;
}
int g(void)
{
  static int n;
  return ++n;
}
int main(void)
{
  f();
  __CPROVER_assert(g() == 2, "two objects of one name");
}
