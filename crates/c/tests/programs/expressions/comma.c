// args:
// expect: safe
// fails:
int main(void)
{
  int a = 1, b;
  b = (a++, a + 10);
  __CPROVER_assert(a == 2 && b == 12, "the right value, after the left effect");
}
