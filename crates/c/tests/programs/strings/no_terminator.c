// args: --unwind 6
// expect: unsafe
// fails: pointer@strlen
// follows: unwinding@strlen
#include <string.h>
int main(void)
{
  char word[4] = "abcd";
  return strlen(word) == 4;
}
