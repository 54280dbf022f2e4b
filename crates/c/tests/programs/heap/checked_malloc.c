// args:
// expect: safe
// fails:
#include <stdlib.h>
int main(void)
{
  int *p = malloc(sizeof *p);
  if (p == NULL)
    return 1;
  *p = 1;
  __CPROVER_assert(*p == 1, "stored");
  free(p);
}
