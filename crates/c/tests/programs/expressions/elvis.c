// args:
// expect: safe
// fails:
// GNU: the condition is the value, evaluated once.
int calls;
int next(void)
{
  return ++calls;
}
int main(void)
{
  int a = next() ?: 9;
  int b = 0 ?: 7;
  __CPROVER_assert(a == 1 && calls == 1 && b == 7, "once");
}
