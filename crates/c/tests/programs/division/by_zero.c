// args:
// expect: unsafe
// fails: division@9
int nondet_int(void);
int main(void)
{
  int d = nondet_int();
  __CPROVER_assume(d >= 0);
  return 100 / d;
}
