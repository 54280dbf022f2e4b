// args:
// expect: safe
// fails:
_Bool nondet_bool(void);
int main(void)
{
  int x = 1;
  int *p = nondet_bool() ? &x : 0;
  if (p)
    *p = 2;
  __CPROVER_assert(p ? x == 2 : x == 1, "written where there is something");
}
