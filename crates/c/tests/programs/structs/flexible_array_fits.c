// args: --unwind 5
// expect: safe
// fails:
#include <stdlib.h>
struct packet { unsigned length; unsigned char data[]; };
int main(void)
{
  struct packet *p = malloc(sizeof(struct packet) + 3);
  if (!p)
    return 1;
  p->length = 3;
  for (unsigned i = 0; i < p->length; i++)
    p->data[i] = (unsigned char)i;
  __CPROVER_assert(p->data[2] == 2 && p->length == 3, "behind the length");
  free(p);
}
