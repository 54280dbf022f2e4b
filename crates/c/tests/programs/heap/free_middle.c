// args:
// expect: unsafe
// fails: precondition@11
#include <stdlib.h>
int main(void)
{
  char *p = malloc(4);
  if (!p)
    return 1;
  p++;
  free(p);
}
