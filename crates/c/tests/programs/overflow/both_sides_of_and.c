// args:
// expect: safe
// fails:
// The right side is only evaluated where the left one holds.
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  if (x < 100 && x > -100 && x * x < 10000)
    __CPROVER_assert(x != 100, "in range");
}
