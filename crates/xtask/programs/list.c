/* Inserts a node into a sorted, doubly linked list, behind those with the same value. */
#include <stddef.h>

struct node {
  struct node *before;
  struct node *after;
  int value;
};

struct node *insert(struct node *first, struct node *fresh)
{
  struct node *last = NULL;
  struct node *at = first;

  while (at != NULL && at->value <= fresh->value) {
    last = at;
    at = at->after;
  }
  fresh->before = last;
  fresh->after = at;
  if (at != NULL)
    at->before = fresh;
  if (last == NULL)
    return fresh;
  last->after = fresh;
  return first;
}
