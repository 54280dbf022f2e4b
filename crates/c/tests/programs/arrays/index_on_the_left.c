// args:
// expect: safe
// fails:
int main(void)
{
  int a[3] = {5, 6, 7};
  __CPROVER_assert(1[a] == 6, "addition commutes");
}
