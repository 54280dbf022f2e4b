// args: --unwind 5
// expect: unsafe
// fails: assertion@17
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
  __CPROVER_assert(sum(2, 10, 20, 30) == 60, "only two were asked for");
}
