// args:
// expect: unsafe
// fails: assertion@9
// An assumption restricts what comes after it.
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  __CPROVER_assert(x != 0, "checked before");
  __CPROVER_assume(x != 0);
  __CPROVER_assert(x != 0, "checked after");
}
