// args:
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  unsigned a[3];
  memset(a, 0xab, sizeof a);
  __CPROVER_assert(a[0] == 0xababababu && a[2] == a[0], "every byte");
}
