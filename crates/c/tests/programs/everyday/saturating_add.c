// args:
// expect: safe
// fails:
#include <limits.h>
int nondet_int(void);
static int add(int a, int b)
{
  if (b > 0 && a > INT_MAX - b)
    return INT_MAX;
  if (b < 0 && a < INT_MIN - b)
    return INT_MIN;
  return a + b;
}
int main(void)
{
  int a = nondet_int(), b = nondet_int();
  long exact = (long)a + b;
  int sum = add(a, b);
  __CPROVER_assert(sum == exact || (exact > INT_MAX && sum == INT_MAX) || (exact < INT_MIN && sum == INT_MIN), "saturates");
}
