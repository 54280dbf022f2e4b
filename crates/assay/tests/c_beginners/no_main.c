// args:
// exit: 2
// says: there is no function `main`
// says: `--function NAME` names the function to check; there are harness
#include <assert.h>
void harness(void) { int x = 1; assert(x == 1); }
