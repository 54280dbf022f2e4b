// args:
// expect: unsafe
// fails: division@ratio.c:3
int ratio(int a, int b);
int nondet_int(void);
int main(void)
{
  int b = nondet_int();
  __CPROVER_assume(b >= 0 && b < 5);
  return ratio(10, b);
}
