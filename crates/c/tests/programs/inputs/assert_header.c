// args:
// expect: unsafe
// fails: assertion@11
#include <assert.h>
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  assert(x == x);
  assert(x * 0 == 0);
  assert(x < 1000);
}
