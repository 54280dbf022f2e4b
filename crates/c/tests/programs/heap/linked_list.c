// args: --unwind 4
// expect: safe
// fails:
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void)
{
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->value = i;
    n->next = list;
    list = n;
  }
  int previous = 3;
  while (list) {
    struct node *next = list->next;
    __CPROVER_assert(list->value < previous, "falling");
    previous = list->value;
    free(list);
    list = next;
  }
}
