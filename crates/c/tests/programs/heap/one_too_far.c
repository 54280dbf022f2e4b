// args: --unwind 5
// expect: unsafe
// fails: pointer@11
#include <stdlib.h>
int main(void)
{
  int *a = malloc(3 * sizeof(int));
  if (!a)
    return 1;
  for (int i = 0; i <= 3; i++)
    a[i] = i;
  free(a);
}
