// args: --unwind 4
// expect: safe
// fails:
int depth(int n)
{
  int local = n;
  if (n > 0)
    depth(n - 1);
  __CPROVER_assert(local == n, "each call has its own");
  return local;
}
int main(void)
{
  return depth(2);
}
