// args:
// expect: unsafe
// fails: assertion@15
_Bool nondet_bool(void);
_Bool never(void)
{
  __CPROVER_assert(0, "not called");
  return 1;
}
int main(void)
{
  _Bool a = nondet_bool(), b = nondet_bool(), c = nondet_bool();
  __CPROVER_assert(0 ==> never(), "a false premise");
  __CPROVER_assert((a ==> b ==> c) == (!a || !b || c), "joined from the right");
  __CPROVER_assert(a || b ==> b || c, "it binds less than or");
}
