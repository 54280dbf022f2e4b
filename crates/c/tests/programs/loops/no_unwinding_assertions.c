// args: --unwind 3 --no-unwinding-assertions
// expect: safe
// fails:
// Executions that are longer are left out.
int main(void)
{
  int i = 0;
  while (i < 3)
    i++;
  __CPROVER_assert(i == 4, "not reached");
}
