// args:
// expect: unsafe
// fails: assertion@7
int main(void)
{
  double a = 0.1, b = 0.2;
  __CPROVER_assert(a + b == 0.3, "rounded");
}
