// args: --unwind 10
// expect: safe
// fails:
// doubt: CBMC's text is any text
#include <stdlib.h>
int asprintf(char **text, const char *format, ...);
int main(void)
{
  char *text = 0;
  int length = asprintf(&text, "%c%d", 'n', 42);
  if (length < 0)
    return 1;
  __CPROVER_assert(length == 3 && text[0] == 'n' && text[2] == '2' && text[3] == 0, "exact");
  free(text);
}
