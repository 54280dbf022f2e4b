// args: --no-malloc-may-fail
// expect: safe
// fails:
#include <stdlib.h>
int main(void)
{
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
}
