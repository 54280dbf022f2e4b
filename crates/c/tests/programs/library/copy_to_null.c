// args:
// expect: unsafe
// fails: precondition@9
#include <string.h>
int main(void)
{
  char from[2] = {1, 2};
  char *to = 0;
  memcpy(to, from, 2);
}
