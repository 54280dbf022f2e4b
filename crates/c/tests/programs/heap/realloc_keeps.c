// args:
// expect: safe
// fails:
#include <stdlib.h>
int main(void)
{
  int *a = malloc(2 * sizeof(int));
  if (!a)
    return 1;
  a[0] = 5;
  a[1] = 6;
  int *b = realloc(a, 4 * sizeof(int));
  if (!b) {
    free(a);
    return 1;
  }
  b[3] = 8;
  __CPROVER_assert(b[0] == 5 && b[1] == 6, "the contents move");
  free(b);
}
