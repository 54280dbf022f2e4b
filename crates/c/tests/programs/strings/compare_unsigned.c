// args: --unwind 4
// expect: unsafe
// fails: assertion@8
// strcmp compares characters as unsigned.
#include <string.h>
int main(void)
{
  __CPROVER_assert(strcmp("\xff", "a") < 0, "255 is greater");
}
