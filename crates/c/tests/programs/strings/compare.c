// args: --unwind 8
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  __CPROVER_assert(strcmp("abc", "abc") == 0, "equal");
  __CPROVER_assert(strcmp("abc", "abd") < 0, "less");
  __CPROVER_assert(strcmp("b", "abc") > 0, "greater");
  __CPROVER_assert(strncmp("abx", "aby", 2) == 0, "two characters");
}
