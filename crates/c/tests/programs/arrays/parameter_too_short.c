// args: --unwind 5
// expect: unsafe
// fails: pointer@7
// follows: overflow@12
int last(int *a, int n)
{
  return a[n - 1];
}
int main(void)
{
  int a[3] = {1, 2, 3};
  return last(a, 3) + last(a, 4);
}
