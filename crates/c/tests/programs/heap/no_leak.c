// args: --memory-leak-check
// expect: safe
// fails:
#include <stdlib.h>
int main(void)
{
  int *a = malloc(sizeof(int)), *b = malloc(sizeof(int));
  free(a);
  free(b);
  return 0;
}
