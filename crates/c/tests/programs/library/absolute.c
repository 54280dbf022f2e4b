// args:
// expect: safe
// fails:
#include <stdlib.h>
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  __CPROVER_assume(x > -1000 && x < 1000);
  __CPROVER_assert(abs(x) >= 0 && (abs(x) == x || abs(x) == -x), "the distance from zero");
}
