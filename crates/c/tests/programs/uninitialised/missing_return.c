// args:
// expect: unsafe
// fails: assertion@12
int f(int x)
{
  if (x > 0)
    return 1;
}
int main(void)
{
  __CPROVER_assert(f(1) == 1, "returned");
  __CPROVER_assert(f(0) == 1, "nothing was returned");
}
