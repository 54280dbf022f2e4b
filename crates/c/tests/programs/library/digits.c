// args:
// expect: safe
// fails:
// The parentheses ask for the function: the macro of some headers reads a table of the system.
#include <ctype.h>
unsigned char nondet_uchar(void);
int main(void)
{
  int c = nondet_uchar();
  __CPROVER_assume(c < 128);
  int digit = c >= '0' && c <= '9';
  __CPROVER_assert(((isdigit)(c) != 0) == digit, "digits");
}
