// args:
// expect: safe
// fails:
void set(int **where, int *what)
{
  *where = what;
}
int main(void)
{
  int a = 1, b = 2;
  int *p = &a;
  set(&p, &b);
  *p = 9;
  __CPROVER_assert(a == 1 && b == 9, "moved to b");
}
