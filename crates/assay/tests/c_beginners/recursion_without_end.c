// args:
// exit: 1
// says: this goes on after 64 iterations
// says: violated
// says: down.recursion.1
#include <assert.h>
int nondet_int(void);
int down(int n) { return n == 0 ? 0 : down(n - 1); }
int main(void) { assert(down(nondet_int()) == 0); }
