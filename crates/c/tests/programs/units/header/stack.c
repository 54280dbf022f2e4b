#include "stack.h"
void stack_init(struct stack *s)
{
  s->depth = 0;
}
_Bool stack_push(struct stack *s, int item)
{
  if (s->depth == CAPACITY)
    return 0;
  s->items[s->depth++] = item;
  return 1;
}
