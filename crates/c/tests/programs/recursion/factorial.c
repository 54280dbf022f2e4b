// args: --unwind 6
// expect: safe
// fails:
unsigned factorial(unsigned n)
{
  return n <= 1 ? 1 : n * factorial(n - 1);
}
int main(void)
{
  __CPROVER_assert(factorial(5) == 120, "5!");
}
