// args:
// expect: safe
// fails:
short nondet_short(void);
int main(void)
{
  short n = nondet_short();
  float f = n;
  __CPROVER_assert((short)f == n, "16 bits fit");
}
