// args:
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  __CPROVER_assume(x > 3 && x < 6);
  __CPROVER_assert(x == 4 || x == 5, "what is left");
}
