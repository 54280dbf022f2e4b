// args:
// expect: unsafe
// fails: pointer@17
#include <stdlib.h>
struct handle { char *data; };
void close_handle(struct handle *h)
{
  free(h->data);
  h->data = NULL;
}
int main(void)
{
  struct handle a = {malloc(2)}, b = a;
  close_handle(&a);
  close_handle(&a);
  if (b.data)
    b.data[0] = 1;
}
