// args: --unwind 3
// expect: unsafe
// fails: pointer@strcmp
#include <string.h>
int main(void)
{
  const char *name = 0;
  return strcmp(name, "x") == 0;
}
