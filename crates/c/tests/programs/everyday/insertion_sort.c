// args: --unwind 4
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int a[3], n = 3;
  for (int i = 0; i < n; i++)
    a[i] = nondet_int();
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
  __CPROVER_assert(a[0] <= a[1] && a[1] <= a[2], "sorted");
}
