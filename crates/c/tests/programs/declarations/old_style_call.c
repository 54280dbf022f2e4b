// args:
// expect: unsafe
// fails: assertion@8
// Empty parentheses say nothing about arguments.
int scale();
int main(void)
{
  __CPROVER_assert(scale(3) == 9, "it is 6");
}
int scale(int x)
{
  return 2 * x;
}
