// args:
// expect: safe
// fails:
// doubt: cbmc hands on char and float as they are; C promotes them
// A char arrives as an int, a float as a double.
#include <stdarg.h>
int check(int n, ...)
{
  va_list list;
  va_start(list, n);
  int c = va_arg(list, int);
  double d = va_arg(list, double);
  va_end(list);
  return c == 'x' && d == 0.5;
}
int main(void)
{
  char c = 'x';
  float f = 0.5f;
  __CPROVER_assert(check(2, c, f), "promoted");
}
