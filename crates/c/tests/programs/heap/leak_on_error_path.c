// args: --memory-leak-check
// expect: unsafe
// fails: leak@end
#include <stdlib.h>
int main(void)
{
  char *a = malloc(4);
  if (!a)
    return 1;
  char *b = malloc(4);
  if (!b)
    return 1;
  free(b);
  free(a);
  return 0;
}
