// args: --unwind 3
// expect: unsafe
// fails: recursion@6
unsigned factorial(unsigned n)
{
  return n <= 1 ? 1 : n * factorial(n - 1);
}
int main(void)
{
  return factorial(5) == 120;
}
