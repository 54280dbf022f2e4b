// args: --nondet-static
// exit: 2
// says: `--nondet-static` is not supported
// says: give the variables values in the harness
#include <assert.h>
int n;
int main(void) { assert(n == 0); }
