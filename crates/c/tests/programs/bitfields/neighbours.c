// args:
// expect: safe
// fails:
unsigned nondet_unsigned(void);
struct date { unsigned day : 5, month : 4, : 3, year : 12; };
int main(void)
{
  struct date d = {1, 2, 3};
  d.month = nondet_unsigned();
  __CPROVER_assert(d.day == 1 && d.year == 3, "only the month changes");
  __CPROVER_assert(d.month < 16, "four bits");
  __CPROVER_assert(sizeof d == 4, "one word");
}
