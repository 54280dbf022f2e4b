// args:
// expect: unsafe
// fails: precondition@9
#include <stdlib.h>
int main(void)
{
  int x = 1;
  int *p = &x;
  free(p);
}
