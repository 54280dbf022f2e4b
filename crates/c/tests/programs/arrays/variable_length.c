// args: --unwind 5
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int n = nondet_int();
  __CPROVER_assume(n >= 1 && n <= 4);
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
  __CPROVER_assert(sizeof a == n * sizeof(int), "known when it runs");
  __CPROVER_assert(a[n - 1] == n - 1, "the last one");
}
