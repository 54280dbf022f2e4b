// args:
// expect: unsafe
// fails: overflow@10
// The mean by the sum overflows.
int nondet_int(void);
int main(void)
{
  int low = nondet_int(), high = nondet_int();
  __CPROVER_assume(0 <= low && low <= high);
  int middle = (low + high) / 2;
  return middle;
}
