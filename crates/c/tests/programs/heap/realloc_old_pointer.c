// args:
// expect: unsafe
// fails: pointer@14
#include <stdlib.h>
int main(void)
{
  int *a = malloc(sizeof(int));
  if (!a)
    return 1;
  *a = 5;
  int *b = realloc(a, 2 * sizeof(int));
  if (!b)
    return 1;
  return *a;
}
