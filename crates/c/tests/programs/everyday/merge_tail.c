// args: --unwind 6
// expect: unsafe
// fails: assertion@15
// What is left of the second array is forgotten.
int nondet_int(void);
int main(void)
{
  int a[2] = {nondet_int(), nondet_int()}, b[2] = {nondet_int(), nondet_int()}, out[4] = {0};
  __CPROVER_assume(0 < a[0] && a[0] <= a[1] && 0 < b[0] && b[0] <= b[1]);
  int i = 0, j = 0, k = 0;
  while (i < 2 && j < 2)
    out[k++] = a[i] <= b[j] ? a[i++] : b[j++];
  while (i < 2)
    out[k++] = a[i++];
  __CPROVER_assert(out[3] != 0, "all four are there");
}
