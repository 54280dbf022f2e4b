// args:
// expect: safe
// fails:
// The product of both sizes does not fit: calloc fails.
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
  char *p = calloc(SIZE_MAX, 2);
  __CPROVER_assert(p == NULL, "no such block");
}
