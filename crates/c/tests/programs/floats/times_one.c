// args:
// expect: unsafe
// fails: assertion@12
#include <math.h>
float nondet_float(void);
int main(void)
{
  float x = nondet_float(), y = x;
  for (int i = 0; i < 12; i++)
    y = i % 2 ? y / 1.0f : 1.0f * y;
  __CPROVER_assert(isnan(x) == isnan(y) && (isnan(x) || x == y), "the same number");
  __CPROVER_assert(x == y, "not for a NaN");
}
