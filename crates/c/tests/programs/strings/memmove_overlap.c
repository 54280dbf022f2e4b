// args:
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  char a[8] = "abcdefg";
  memmove(a + 1, a, 4);
  __CPROVER_assert(a[0] == 'a' && a[1] == 'a' && a[4] == 'd' && a[5] == 'f', "as if by a copy");
}
