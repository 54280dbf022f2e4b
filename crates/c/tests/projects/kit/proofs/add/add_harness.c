#include "add.h"
int nondet_int(void);
void harness(void)
{
  int a = nondet_int(), b = nondet_int();
  __CPROVER_assume(a >= 0 && b >= 0);
  __CPROVER_assert(add(a, b) >= 0, "no overflow");
}
