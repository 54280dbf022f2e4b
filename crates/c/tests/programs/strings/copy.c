// args: --unwind 8
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  char to[6];
  strcpy(to, "hello");
  __CPROVER_assert(to[0] == 'h' && to[4] == 'o' && to[5] == 0, "copied with its end");
}
