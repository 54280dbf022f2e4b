// args:
// expect: safe
// fails:
#include <stddef.h>
struct frame { char kind; int length; };
_Static_assert(sizeof(struct frame) == 8, "padding");
_Static_assert(offsetof(struct frame, length) == 4, "aligned");
int main(void)
{
  __CPROVER_assert(_Alignof(struct frame) == 4, "of its widest member");
}
