// args:
// expect: safe
// fails:
int main(void)
{
  int calls = 0;
  int a = 0 && calls++;
  int b = 1 || calls++;
  __CPROVER_assert(calls == 0 && a == 0 && b == 1, "the right side does not run");
}
