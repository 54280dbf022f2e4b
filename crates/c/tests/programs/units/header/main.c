// args: --unwind 5
// expect: safe
// fails:
#include "stack.h"
int main(void)
{
  struct stack s;
  stack_init(&s);
  __CPROVER_assert(stack_push(&s, 1) && stack_push(&s, 2), "room for two");
  __CPROVER_assert(!stack_push(&s, 3), "and no more");
  __CPROVER_assert(s.items[s.depth - 1] == 2, "the last one is on top");
}
