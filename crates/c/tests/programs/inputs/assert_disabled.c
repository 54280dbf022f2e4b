// args: -D NDEBUG
// expect: safe
// fails:
#include <assert.h>
int main(void)
{
  assert(1 == 2);
}
