// args:
// expect: safe
// fails:
#include <string.h>
struct point { int x, y; };
int main(void)
{
  struct point from = {1, 2}, to;
  memcpy(&to, &from, sizeof to);
  __CPROVER_assert(to.x == 1 && to.y == 2, "copied");
}
