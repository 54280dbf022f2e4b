// args: --unwind 4
// expect: unsafe
// fails: pointer@13
// The next pointer is read from a node that is gone.
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void)
{
  struct node *a = malloc(sizeof *a);
  if (!a)
    return 1;
  a->next = NULL;
  for (struct node *n = a; n; n = n->next)
    free(n);
}
