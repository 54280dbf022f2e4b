// args:
// expect: unsafe
// fails: bounds@11
// Months count from one, the array from zero.
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int nondet_int(void);
int main(void)
{
  int month = nondet_int();
  __CPROVER_assume(month >= 1 && month <= 12);
  return days[month];
}
