// args:
// expect: unsafe
// fails: overflow@11
// The quotient of the smallest int and -1 is too large.
#include <limits.h>
int nondet_int(void);
int main(void)
{
  int b = nondet_int();
  __CPROVER_assume(b != 0);
  return INT_MIN / b;
}
