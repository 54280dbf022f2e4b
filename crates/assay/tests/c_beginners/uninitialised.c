// args:
// exit: 1
// says: violated  main.assertion.1
// says: uninitialised.c:8:
#include <assert.h>
int main(void) {
  int x;
  assert(x == 0);
}
