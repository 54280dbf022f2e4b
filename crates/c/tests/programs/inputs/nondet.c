// args:
// expect: unsafe
// fails: assertion@8
int nondet_int(void);
int main(void)
{
  int a = nondet_int(), b = nondet_int();
  __CPROVER_assert(a == b, "two calls, two values");
}
