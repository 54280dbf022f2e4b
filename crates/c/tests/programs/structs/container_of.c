// args:
// expect: safe
// fails:
#include <stddef.h>
struct link { int tag; };
struct node { long value; struct link link; };
int main(void)
{
  struct node n = {42, {1}};
  struct link *l = &n.link;
  struct node *back = (struct node *)((char *)l - offsetof(struct node, link));
  __CPROVER_assert(back->value == 42, "from the member to its structure");
}
