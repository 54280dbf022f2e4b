/* A sorted, doubly linked list takes SIZE values in any order: afterwards it is sorted, its links agree in both directions, and an
   arbitrary value is in it as often as it was inserted. */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 2
#endif

struct node {
  struct node *before;
  struct node *after;
  int value;
};

int nondet_int(void);
struct node *insert(struct node *first, struct node *fresh);

int main(void)
{
  struct node nodes[SIZE];
  struct node *first = NULL;
  struct node *at;
  int wanted = nondet_int();
  int given = 0, found = 0, length = 0;

  for (int i = 0; i < SIZE; i++) {
    nodes[i].value = nondet_int();
    nodes[i].before = NULL;
    nodes[i].after = NULL;
    if (nodes[i].value == wanted)
      given++;
    first = insert(first, &nodes[i]);
  }
  assert(first->before == NULL);
  for (at = first; at != NULL && length < SIZE; at = at->after) {
    length++;
    if (at->value == wanted)
      found++;
    if (at->after != NULL) {
      assert(at->after->before == at);
      assert(at->value <= at->after->value);
    }
  }
  assert(at == NULL);
  assert(length == SIZE);
  assert(found == given);
  return 0;
}
