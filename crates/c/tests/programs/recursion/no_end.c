// args: --unwind 3
// expect: unsafe
// fails: recursion@6
int forever(int n)
{
  return forever(n);
}
int main(void)
{
  return forever(1);
}
