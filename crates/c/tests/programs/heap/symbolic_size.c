// args:
// expect: unsafe
// fails: pointer@12
#include <stdlib.h>
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned n = nondet_unsigned();
  __CPROVER_assume(n <= 4);
  char *a = malloc(n);
  if (a)
    a[0] = 1;
  free(a);
}
