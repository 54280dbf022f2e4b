// args: --unwind 6
// expect: safe
// fails:
int nondet_int(void);
static void merge(const int *a, int n, const int *b, int m, int *out)
{
  int i = 0, j = 0;
  while (i < n || j < m)
    if (j == m || (i < n && a[i] <= b[j])) {
      out[i + j] = a[i];
      i++;
    } else {
      out[i + j] = b[j];
      j++;
    }
}
int main(void)
{
  int a[2] = {nondet_int(), nondet_int()}, b[2] = {nondet_int(), nondet_int()}, out[4];
  __CPROVER_assume(a[0] <= a[1] && b[0] <= b[1]);
  merge(a, 2, b, 2, out);
  __CPROVER_assert(out[0] <= out[1] && out[1] <= out[2] && out[2] <= out[3], "sorted");
}
