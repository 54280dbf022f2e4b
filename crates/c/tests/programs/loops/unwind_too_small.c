// args: --unwind 3
// expect: unsafe
// fails: unwinding@7
int main(void)
{
  int i = 0;
  while (i < 3)
    i++;
  __CPROVER_assert(i == 3, "not reached");
}
