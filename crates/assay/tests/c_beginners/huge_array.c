// args:
// exit: 1
// says: violated
// says: main.capacity.1
// says: an object is larger than what is followed here
// says: let the harness assume a smaller size
#include <assert.h>
int a[100000000];
unsigned nondet_uint(void);
int main(void) {
  unsigned i = nondet_uint();
  if (i < 100000000)
    a[i] = 1;
  assert(a[5] <= 1);
}
