#include "add.h"
#ifndef LIMIT
#error "LIMIT is not defined"
#endif
int add(int a, int b)
{
  log_it("add");
  return a > LIMIT || b > LIMIT ? LIMIT : a + b;
}
