// args:
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  char a[2] = {1, 2}, b[2] = {3, 4};
  memcpy(a, b, 0);
  __CPROVER_assert(a[0] == 1 && a[1] == 2, "nothing is copied");
}
