// args: --unwind 4
// expect: safe
// fails:
// Cases inside of a loop.
int main(void)
{
  int n = 7, copied = 0, rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { copied++;
  case 3: copied++;
  case 2: copied++;
  case 1: copied++;
    } while (--rounds > 0);
  }
  __CPROVER_assert(copied == 7, "Duff's device");
}
