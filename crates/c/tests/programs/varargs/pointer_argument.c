// args:
// expect: unsafe
// fails: pointer@11
#include <stdarg.h>
void store(int value, ...)
{
  va_list list;
  va_start(list, value);
  int *to = va_arg(list, int *);
  va_end(list);
  *to = value;
}
int main(void)
{
  int x = 0;
  store(4, &x);
  __CPROVER_assert(x == 4, "stored");
  store(5, (int *)0);
}
