// args: --memory-leak-check
// expect: unsafe
// fails: leak@end
// What a global still points to at the end counts as a leak: CBMC asks for every byte.
#include <stdlib.h>
char *keep;
int main(void)
{
  keep = malloc(4);
  return 0;
}
