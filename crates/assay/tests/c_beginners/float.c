// args:
// exit: 1
// says: violated  main.assertion.1
// says: float.c:9:
#include <assert.h>
int main(void) {
  float f = 0.1f;
  double d = 0.1;
  assert(f == d);
}
