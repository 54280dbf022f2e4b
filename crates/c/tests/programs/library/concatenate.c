// args: --unwind 6
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  char path[6] = "ab";
  strcat(path, "cd");
  __CPROVER_assert(path[2] == 'c' && path[3] == 'd' && path[4] == 0, "one behind the other");
}
