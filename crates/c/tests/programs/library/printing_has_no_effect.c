// args:
// expect: safe
// fails:
#include <stdio.h>
int main(void)
{
  int x = 3;
  printf("%d\n", x);
  puts("done");
  __CPROVER_assert(x == 3, "unchanged");
}
