// args: --unwind 4
// expect: unsafe
// fails: bounds@10
int main(void)
{
  int a[2], i = 0, n = 0;
  do
    a[i++] = 1;
  while (i <= n + 1);
  a[i] = 2;
  return 0;
}
