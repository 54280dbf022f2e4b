// args: --unwind 5
// expect: safe
// fails:
#include <stdarg.h>
int sum(int n, ...)
{
  va_list list;
  int total = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    total += va_arg(list, int);
  va_end(list);
  return total;
}
int main(void)
{
  __CPROVER_assert(sum(3, 10, 20, 30) == 60, "three arguments");
  __CPROVER_assert(sum(0) == 0, "none");
}
