// args:
// expect: unsafe
// fails: precondition@8
#include <string.h>
int main(void)
{
  char a[8] = "abcdefg";
  memcpy(a + 1, a, 4);
  return a[0];
}
