// args: --unwind 5
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  unsigned char a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 3, 5};
  __CPROVER_assert(memcmp(a, b, 3) == 0, "equal start");
  __CPROVER_assert(memcmp(a, b, 4) < 0, "the last byte");
}
