// args: --memory-leak-check
// expect: safe
// fails:
#include <stdlib.h>
int work(void)
{
  int result = -1;
  char *a = NULL, *b = NULL;
  a = malloc(1);
  if (!a)
    goto done;
  b = malloc(1);
  if (!b)
    goto done;
  *a = *b = 1;
  result = 0;
done:
  free(a);
  free(b);
  return result;
}
int main(void)
{
  int r = work();
  __CPROVER_assert(r == 0 || r == -1, "done or not");
}
