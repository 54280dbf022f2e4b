#include <stack.h>
int main(void)
{
  __CPROVER_assert(push(1), "there is room");
}
