// args:
// expect: unsafe
// fails: assertion@12
_Bool nondet_bool(void);
int one(void) { return 1; }
int two(void) { return 2; }
int main(void)
{
  int (*f)(void) = nondet_bool() ? one : two;
  int n = (*f)();
  __CPROVER_assert(n == 1 || n == 2, "one of both");
  __CPROVER_assert(n == 1, "not always");
}
