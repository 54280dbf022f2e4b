// args:
// expect: safe
// fails:
#include <stdlib.h>
int nondet_int(void);
static void fail(void)
{
  exit(1);
}
int main(void)
{
  int x = nondet_int();
  if (x > 10)
    fail();
  __CPROVER_assert(x <= 10, "the others have ended");
}
