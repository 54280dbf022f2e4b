// args:
// exit: 1
// says: no execution comes to `main.assertion.1`: it says nothing
// says: these assumptions together exclude every execution that would come to it
// says: contradiction.c:12:
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 10);
  __CPROVER_assume(x < 5);
  assert(x == 7);
}
