// args: --unwind 4
// expect: safe
// fails:
int main(void)
{
  int i = 2, runs = 0;
  goto inside;
  for (i = 0; i < 4; i++) {
  inside:
    runs++;
  }
  __CPROVER_assert(runs == 2 && i == 4, "the initialisation is skipped");
}
