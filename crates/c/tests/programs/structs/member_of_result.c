// args:
// expect: safe
// fails:
struct pair { int a, b; };
struct pair swapped(int a, int b)
{
  struct pair p = {b, a};
  return p;
}
int main(void)
{
  __CPROVER_assert(swapped(1, 2).a == 2, "without a variable");
}
