// args: -D NDEBUG
// expect: unsafe
// fails: assertion@10
// The assignment is gone with the assertion.
#include <assert.h>
int main(void)
{
  int x = 0;
  assert((x = 1));
  __CPROVER_assert(x == 1, "never assigned");
}
