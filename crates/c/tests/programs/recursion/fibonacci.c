// args: --unwind 6
// expect: unsafe
// fails: assertion@11
// doubt: cbmc loses the result of the first call, where a branch of ?: has two calls
int fib(int n)
{
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int main(void)
{
  __CPROVER_assert(fib(5) == 8, "it is 5");
}
