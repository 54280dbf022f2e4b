// args:
// expect: safe
// fails:
int main(void)
{
  int i = 3;
  int a = i++, b = ++i, c = i--, d = --i;
  __CPROVER_assert(a == 3 && b == 5 && c == 5 && d == 3 && i == 3, "old and new values");
}
