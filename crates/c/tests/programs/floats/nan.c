// args:
// expect: safe
// fails:
#include <math.h>
int main(void)
{
  double zero = 0.0;
  double n = zero / zero;
  __CPROVER_assert(n != n, "not equal to itself");
  __CPROVER_assert(isnan(n) && !(n < 1) && !(n >= 1), "not ordered");
}
