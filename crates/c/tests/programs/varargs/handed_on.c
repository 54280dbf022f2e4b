// args: --unwind 4
// expect: safe
// fails:
#include <stdarg.h>
int last(int n, va_list list)
{
  int value = 0;
  for (int i = 0; i < n; i++)
    value = va_arg(list, int);
  return value;
}
int pick(int n, ...)
{
  va_list list;
  va_start(list, n);
  int value = last(n, list);
  va_end(list);
  return value;
}
int main(void)
{
  __CPROVER_assert(pick(3, 1, 2, 3) == 3, "through another function");
}
