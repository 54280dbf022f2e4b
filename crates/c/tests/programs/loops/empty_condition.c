// args: --unwind 5
// expect: safe
// fails:
int main(void)
{
  int i = 0;
  for (;;) {
    if (i == 3)
      break;
    i++;
  }
  __CPROVER_assert(i == 3, "left by break");
}
