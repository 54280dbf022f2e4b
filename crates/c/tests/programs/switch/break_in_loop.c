// args: --unwind 5
// expect: unsafe
// fails: assertion@15
// break leaves the switch, not the loop.
int main(void)
{
  int n = 0;
  while (n < 4) {
    switch (n) {
    case 1:
      break;
    }
    n++;
  }
  __CPROVER_assert(n == 1, "goes on");
}
