// args: --unwind 5
// expect: safe
// fails:
#define DEPTH 3
static int items[DEPTH];
static int top;
static int push(int x)
{
  if (top == DEPTH)
    return 0;
  items[top++] = x;
  return 1;
}
static int pop(int *x)
{
  if (top == 0)
    return 0;
  *x = items[--top];
  return 1;
}
_Bool nondet_bool(void);
int nondet_int(void);
int main(void)
{
  int x;
  for (int i = 0; i < 4; i++) {
    if (nondet_bool())
      push(nondet_int());
    else
      pop(&x);
    __CPROVER_assert(top >= 0 && top <= DEPTH, "the depth");
  }
}
