// args: --unwind 5
// expect: unsafe
// fails: bounds@8
#define SIZE 2
static int heap[SIZE], count;
static void push(int x)
{
  heap[count++] = x;
}
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned n = nondet_unsigned() % 4u;
  for (unsigned i = 0; i < n; i++)
    push((int)i);
  return count;
}
