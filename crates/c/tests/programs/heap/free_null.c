// args:
// expect: safe
// fails:
#include <stdlib.h>
int main(void)
{
  char *p = NULL;
  free(p);
}
