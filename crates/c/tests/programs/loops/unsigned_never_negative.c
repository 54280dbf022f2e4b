// args: --unwind 5
// expect: unsafe
// fails: bounds@10
// follows: unwinding@9
// The condition always holds: the counter wraps.
int main(void)
{
  int a[3] = {0};
  for (unsigned i = 2; i >= 0; i--)
    a[i] = 1;
}
