// args:
// expect: unsafe
// fails: precondition@11
#include <stdlib.h>
int main(void)
{
  char *p = malloc(10);
  if (!p)
    return 1;
  free(p);
  free(p);
}
