// args: --unwind 3 --partial-loops --no-unwinding-assertions
// expect: unsafe
// fails: assertion@10
// The loop is left early, so that the assertion fails.
int main(void)
{
  int i = 0;
  while (i < 5)
    i++;
  __CPROVER_assert(i == 5, "left after two rounds");
}
