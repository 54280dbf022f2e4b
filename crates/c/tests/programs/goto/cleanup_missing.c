// args: --memory-leak-check
// expect: unsafe
// fails: leak@end
#include <stdlib.h>
int main(void)
{
  char *a = malloc(1), *b;
  if (!a)
    goto done;
  b = malloc(1);
  if (!b)
    goto done;
  free(b);
  free(a);
done:
  return 0;
}
