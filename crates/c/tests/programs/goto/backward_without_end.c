// args: --unwind 3
// expect: unsafe
// fails: unwinding@9
int main(void)
{
  int i = 0;
again:
  i = !i;
  goto again;
}
