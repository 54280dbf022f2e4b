// args: --unwind 4
// expect: unsafe
// fails: bounds@13
// The order of the two conditions is wrong.
int nondet_int(void);
int main(void)
{
  int a[3], n = 3;
  for (int i = 0; i < n; i++)
    a[i] = nondet_int();
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (a[j - 1] > x && j > 0) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}
