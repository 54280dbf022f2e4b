// args:
// expect: safe
// fails:
static int n = 1;
static int get(void)
{
  return n;
}
int other(void);
int main(void)
{
  __CPROVER_assert(get() == 1 && other() == 2, "two variables and two functions of one name");
}
