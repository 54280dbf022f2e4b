// args:
// expect: unsafe
// fails: division@10
int nondet_int(void);
int main(void)
{
  int rate = 1000;
  int n = nondet_int();
  __CPROVER_assume(-2 <= n && n <= 2);
  rate /= n;
  return rate;
}
