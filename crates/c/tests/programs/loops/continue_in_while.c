// args: --unwind 4
// expect: unsafe
// fails: unwinding@8
// continue jumps over the step of a while loop: it never ends.
int main(void)
{
  int i = 0;
  while (i < 3) {
    if (i == 1)
      continue;
    i++;
  }
}
