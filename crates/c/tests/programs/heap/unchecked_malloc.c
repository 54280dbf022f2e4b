// args:
// expect: unsafe
// fails: pointer@9
// malloc may fail.
#include <stdlib.h>
int main(void)
{
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
}
