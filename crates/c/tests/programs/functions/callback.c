// args: --unwind 4
// expect: safe
// fails:
void each(int *a, int n, int (*f)(int))
{
  for (int i = 0; i < n; i++)
    a[i] = f(a[i]);
}
int twice(int x) { return 2 * x; }
int main(void)
{
  int a[3] = {1, 2, 3};
  each(a, 3, &twice);
  __CPROVER_assert(a[0] == 2 && a[1] == 4 && a[2] == 6, "doubled");
}
