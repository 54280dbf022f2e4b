// args:
// expect: safe
// fails:
int main(void)
{
  int a[5] = {1, 2};
  __CPROVER_assert(a[0] == 1 && a[1] == 2, "given");
  __CPROVER_assert(a[2] == 0 && a[3] == 0 && a[4] == 0, "the rest is zero");
}
