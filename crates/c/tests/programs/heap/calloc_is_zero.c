// args: --unwind 4
// expect: safe
// fails:
#include <stdlib.h>
int main(void)
{
  int *a = calloc(3, sizeof(int));
  if (!a)
    return 1;
  for (int i = 0; i < 3; i++)
    __CPROVER_assert(a[i] == 0, "zero");
  free(a);
}
