// args: --unwind 5
// expect: safe
// fails:
// Locals that are declared before the label keep their values in all rounds.
int main(void)
{
  int i = 0, sum = 0;
  {
    int step = 2;
  again:
    sum += step;
    i++;
    if (i < 3)
      goto again;
  }
  __CPROVER_assert(sum == 6 && i == 3, "three rounds");
}
