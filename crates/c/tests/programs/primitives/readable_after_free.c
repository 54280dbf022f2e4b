// args:
// expect: unsafe
// fails: assertion@12 pointer@12
#include <stdlib.h>
int main(void)
{
  char *p = malloc(2);
  if (!p)
    return 1;
  __CPROVER_assert(__CPROVER_r_ok(p, 2), "allocated");
  free(p);
  __CPROVER_assert(__CPROVER_r_ok(p, 2), "gone");
}
