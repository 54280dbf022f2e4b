// args: --unwind 2
// expect: safe
// fails:
int main(void)
{
  int runs = 0;
  do
    runs++;
  while (0);
  __CPROVER_assert(runs == 1, "at least once");
}
