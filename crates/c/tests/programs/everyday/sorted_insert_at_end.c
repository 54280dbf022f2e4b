// args: --unwind 5
// expect: unsafe
// fails: pointer@10
// follows: unwinding@10 pointer@12 pointer@13
// The end of the list is not looked for.
#include <stddef.h>
struct node { int key; struct node *next; };
static void insert(struct node **list, struct node *n)
{
  while ((*list)->key < n->key)
    list = &(*list)->next;
  n->next = *list;
  *list = n;
}
int main(void)
{
  struct node a = {1, NULL}, b = {0, NULL}, c = {2, NULL};
  struct node *list = &a;
  insert(&list, &b);
  insert(&list, &c);
}
