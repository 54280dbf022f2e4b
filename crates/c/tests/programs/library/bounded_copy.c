// args: --unwind 6
// expect: unsafe
// fails: assertion@11
// strncpy writes no end if there is no room for it.
#include <string.h>
int main(void)
{
  char name[4];
  strncpy(name, "abcd", sizeof name);
  __CPROVER_assert(name[0] == 'a' && name[3] == 'd', "as much as fits");
  __CPROVER_assert(name[3] == 0, "no end");
}
