// args:
// expect: safe
// fails:
int main(void)
{
  int a[] = {[3] = 30, 40, [1] = 10, 20};
  __CPROVER_assert(sizeof a / sizeof a[0] == 5, "up to the largest index");
  __CPROVER_assert(a[0] == 0 && a[1] == 10 && a[2] == 20 && a[3] == 30 && a[4] == 40, "values");
}
