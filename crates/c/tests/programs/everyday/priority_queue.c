// args: --unwind 5
// expect: safe
// fails:
// A binary heap: the smallest item comes out first.
#define SIZE 3
static int heap[SIZE], count;
int nondet_int(void);
static void push(int x)
{
  int i = count++;
  while (i > 0 && heap[(i - 1) / 2] > x) {
    heap[i] = heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap[i] = x;
}
static int pop(void)
{
  int top = heap[0], x = heap[--count], i = 0;
  while (2 * i + 1 < count) {
    int child = 2 * i + 1;
    if (child + 1 < count && heap[child + 1] < heap[child])
      child++;
    if (heap[child] >= x)
      break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = x;
  return top;
}
int main(void)
{
  for (int i = 0; i < SIZE; i++)
    push(nondet_int());
  int a = pop(), b = pop(), c = pop();
  __CPROVER_assert(a <= b && b <= c, "in order");
}
