// args:
// expect: unsafe
// fails: assertion@11
// 24 bits of a float do not hold every int.
int nondet_int(void);
int main(void)
{
  int n = nondet_int();
  __CPROVER_assume(n > 0 && n < 40000000);
  float f = (float)n;
  __CPROVER_assert((int)f == n, "rounded");
}
