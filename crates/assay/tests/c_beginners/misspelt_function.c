// args: --function harnes
// exit: 2
// says: there is no function `harnes`
// says: did you mean `harness`?
#include <assert.h>
void harness(void) { int x = 1; assert(x == 1); }
