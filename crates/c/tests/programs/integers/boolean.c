// args:
// expect: safe
// fails:
#include <stdbool.h>
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  bool b = x;
  __CPROVER_assert(b == 0 || b == 1, "a truth value");
  __CPROVER_assert(b == (x != 0), "by comparison with zero, not by cutting off");
}
