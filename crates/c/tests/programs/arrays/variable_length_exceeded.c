// args:
// expect: unsafe
// fails: bounds@10
int nondet_int(void);
int main(void)
{
  int n = nondet_int();
  __CPROVER_assume(n >= 1 && n <= 4);
  int a[n];
  a[n] = 1;
  return 0;
}
