// args:
// expect: unsafe
// fails: pointer@14
// The multiplication wraps, so that the block is too small.
#include <stdlib.h>
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned n = nondet_unsigned();
  __CPROVER_assume(n > 0);
  unsigned bytes = n * 4u;
  int *a = malloc(bytes);
  if (a)
    a[n - 1] = 0;
  free(a);
}
