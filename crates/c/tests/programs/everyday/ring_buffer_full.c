// args: --unwind 6
// expect: unsafe
// fails: assertion@21
// A full buffer looks like an empty one.
#define SIZE 4
struct ring { unsigned head, tail; int data[SIZE]; };
static void put(struct ring *r, int value)
{
  r->data[r->tail] = value;
  r->tail = (r->tail + 1) % SIZE;
}
static int is_empty(const struct ring *r)
{
  return r->head == r->tail;
}
int main(void)
{
  struct ring r = {0};
  for (int i = 0; i < SIZE; i++) {
    put(&r, i);
    __CPROVER_assert(!is_empty(&r), "something was put in");
  }
}
