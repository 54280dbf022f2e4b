// args: --unwind 5
// expect: safe
// fails:
#include <stddef.h>
struct node { int key; struct node *next; };
static void insert(struct node **list, struct node *n)
{
  while (*list != NULL && (*list)->key < n->key)
    list = &(*list)->next;
  n->next = *list;
  *list = n;
}
int nondet_int(void);
int main(void)
{
  struct node nodes[3], *list = NULL;
  for (int i = 0; i < 3; i++) {
    nodes[i].key = nondet_int();
    insert(&list, &nodes[i]);
  }
  int length = 1;
  for (struct node *n = list; n->next; n = n->next) {
    __CPROVER_assert(n->key <= n->next->key, "sorted");
    length++;
  }
  __CPROVER_assert(length == 3, "none is lost");
}
