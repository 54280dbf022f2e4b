// args:
// expect: unsafe
// fails: assertion@8
double nondet_double(void);
int main(void)
{
  double x = nondet_double();
  __CPROVER_assert(x == x, "not a NaN");
}
