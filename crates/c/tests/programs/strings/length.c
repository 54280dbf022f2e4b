// args: --unwind 6
// expect: safe
// fails:
#include <string.h>
int main(void)
{
  char word[] = "abcd";
  __CPROVER_assert(sizeof word == 5, "with the zero at its end");
  __CPROVER_assert(strlen(word) == 4, "without it");
}
