// args:
// expect: unsafe
// fails: shift@9
int nondet_int(void);
int main(void)
{
  int n = nondet_int();
  __CPROVER_assume(n < 8 && n > -3);
  return 256 >> n;
}
