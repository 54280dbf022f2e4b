// args:
// expect: safe
// fails:
short nondet_short(void);
int main(void)
{
  long a = nondet_short(), b = nondet_short();
  __CPROVER_assert(a * b * 4 <= 4294967296L, "64 bits are enough");
}
