// args:
// exit: 2
// says: `f` takes 2 arguments, but is given 1
// says: it is declared here
// says: too_few_arguments.c:9:
#include <assert.h>
int f(int a, int b) { return a + b; }
int main(void) {
  assert(f(1) == 2);
}
