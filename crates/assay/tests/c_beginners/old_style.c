// args:
// exit: 2
// says: an old-style definition
// says: old_style.c:6:
#include <assert.h>
int add(a, b) int a; int b; { return a + b; }
int main(void) { assert(add(1, 2) == 3); }
