// args:
// expect: unsafe
// fails: pointer@12
// Four bytes are not four elements.
#include <stdlib.h>
int main(void)
{
  int *a = malloc(4);
  if (!a)
    return 1;
  a[0] = 1;
  a[3] = 1;
  free(a);
}
