#include <stack.h>
static int items[DEPTH], depth;
int push(int value)
{
  if (depth == DEPTH)
    return 0;
  items[depth++] = value;
  return 1;
}
