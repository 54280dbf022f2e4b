// args: --unwind 8
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  const char *path = "a/b/c";
  const char *first = strchr(path, '/');
  __CPROVER_assert(first == path + 1, "the first one");
  __CPROVER_assert(strrchr(path, '/') == path + 3, "the last one");
  __CPROVER_assert(strchr(path, 'x') == 0, "none");
}
