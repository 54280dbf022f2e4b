// args:
// expect: safe
// fails:
#include <limits.h>
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  if (x == INT_MAX)
    return 0;
  __CPROVER_assert(x + 1 > x, "larger");
}
