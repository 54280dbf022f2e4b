// args: --unwind 4
// expect: safe
// fails:
// An array behind the jump begins its life on both paths.
#include <string.h>
int nondet_int(void);
int main(void)
{
  int i = 0;
again:
  if (i++ < 1 && nondet_int())
    goto again;
  int m[4];
  memset(m, 0, sizeof m);
  __CPROVER_assert(m[3] == 0 && i <= 2, "it is there");
}
