// args: --memory-leak-check
// expect: unsafe
// fails: leak@end
#include <stdlib.h>
int main(void)
{
  int *a = malloc(sizeof(int));
  if (!a)
    return 1;
  *a = 1;
  return 0;
}
