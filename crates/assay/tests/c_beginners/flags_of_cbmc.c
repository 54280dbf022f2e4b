// args: --trace --object-bits 8 --z3 --bounds-check --unwind 3
// exit: 0
// says: proved
#include <assert.h>
int main(void) { assert(1); }
