// args: --unwind 5
// expect: unsafe
// fails: bounds@13
#include <stdlib.h>
struct packet { unsigned length; unsigned char data[]; };
int main(void)
{
  struct packet *p = malloc(sizeof(struct packet) + 3);
  if (!p)
    return 1;
  p->length = 3;
  for (unsigned i = 0; i <= p->length; i++)
    p->data[i] = 0;
  free(p);
}
