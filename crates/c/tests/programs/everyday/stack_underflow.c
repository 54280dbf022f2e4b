// args:
// expect: unsafe
// fails: bounds@7
static int items[3], top;
static int pop(void)
{
  return items[--top];
}
int main(void)
{
  items[top++] = 5;
  int x = pop();
  __CPROVER_assert(x == 5, "the last one");
  return pop();
}
