// args: --unwind 5
// expect: safe
// fails:
#include <string.h>
void reverse(char *s, int n)
{
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    char c = s[i];
    s[i] = s[j];
    s[j] = c;
  }
}
int main(void)
{
  char s[] = "abc";
  reverse(s, 3);
  __CPROVER_assert(s[0] == 'c' && s[1] == 'b' && s[2] == 'a', "reversed");
}
