// args:
// expect: unsafe
// fails: assertion@10
#include <stdlib.h>
int main(void)
{
  int *a = malloc(sizeof(int));
  if (!a)
    return 1;
  __CPROVER_assert(*a == 0, "any value");
  free(a);
}
