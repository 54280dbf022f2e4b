// args:
// exit: 2
// says: misspelt_ring.h: No such file or directory
// says: missing_header.c:6:
#include <assert.h>
#include "misspelt_ring.h"
int main(void) { assert(1); }
