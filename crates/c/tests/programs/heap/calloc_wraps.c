// args: --no-malloc-may-fail
// expect: safe
// fails:
// The product of both sizes wraps to 2: calloc fails all the same.
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
  char *p = calloc(SIZE_MAX / 2 + 2, 2);
  __CPROVER_assert(p == 0, "there are not as many bytes");
}
