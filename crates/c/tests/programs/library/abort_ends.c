// args:
// expect: safe
// fails:
#include <stdlib.h>
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  if (x == 0)
    abort();
  __CPROVER_assert(100 / x <= 100, "not divided by zero");
}
