// args:
// expect: unsafe
// fails: precondition@8
#include <string.h>
int main(void)
{
  int a[3];
  memset(a, 0, 4 * sizeof(int));
  return a[0];
}
