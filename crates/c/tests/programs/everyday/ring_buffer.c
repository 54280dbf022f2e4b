// args: --unwind 6
// expect: safe
// fails:
#include <stdbool.h>
#define SIZE 4
struct ring { unsigned head, count; int data[SIZE]; };
static bool put(struct ring *r, int value)
{
  if (r->count == SIZE)
    return false;
  r->data[(r->head + r->count) % SIZE] = value;
  r->count++;
  return true;
}
static bool get(struct ring *r, int *value)
{
  if (r->count == 0)
    return false;
  *value = r->data[r->head];
  r->head = (r->head + 1) % SIZE;
  r->count--;
  return true;
}
unsigned nondet_unsigned(void);
int main(void)
{
  struct ring r = {.head = nondet_unsigned() % SIZE};
  int value;
  for (int i = 0; i < SIZE; i++)
    __CPROVER_assert(put(&r, i), "room");
  __CPROVER_assert(!put(&r, 9), "full");
  for (int i = 0; i < SIZE; i++) {
    __CPROVER_assert(get(&r, &value), "something");
    __CPROVER_assert(value == i, "first in, first out");
  }
  __CPROVER_assert(!get(&r, &value), "empty");
}
