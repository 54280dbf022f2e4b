// args: --unwind 14
// expect: unsafe
// fails: assertion@17
// February of a leap year is forgotten.
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static int day_of_year(int leap, int month, int day)
{
  int n = day;
  for (int m = 0; m < month - 1; m++)
    n += days[m];
  return n;
}
_Bool nondet_bool(void);
int main(void)
{
  int leap = nondet_bool();
  __CPROVER_assert(day_of_year(leap, 12, 31) == 365 + leap, "the last day");
}
