// args:
// exit: 1
// says: `clamp` has no body
// says: main.no_body.1
// says: forgotten_file.c:10:
#include <assert.h>
int clamp(int x);
int nondet_int(void);
int main(void) {
  assert(clamp(nondet_int()) <= 10);
}
