// args:
// exit: 0
// says: the function `nondet_int` is called without a declaration
// says: 1 proved
#include <assert.h>
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x < 100);
  assert(x < 100);
}
