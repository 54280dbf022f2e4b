// args:
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int low = nondet_int(), high = nondet_int();
  __CPROVER_assume(0 <= low && low <= high);
  int middle = low + (high - low) / 2;
  __CPROVER_assert(low <= middle && middle <= high, "between");
}
