// args:
// expect: safe
// fails:
// Casting const away from an object that is not const is allowed.
int main(void)
{
  int x = 1;
  const int *read_only = &x;
  *(int *)read_only = 2;
  __CPROVER_assert(x == 2, "written");
}
