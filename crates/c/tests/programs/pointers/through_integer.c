// args:
// expect: safe
// fails:
#include <stdint.h>
int main(void)
{
  int x = 4;
  uintptr_t address = (uintptr_t)&x;
  int *p = (int *)address;
  __CPROVER_assert(*p == 4, "and back");
}
