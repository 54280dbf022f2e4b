// args:
// expect: safe
// fails:
signed char nondet_schar(void);
int main(void)
{
  int a = nondet_schar(), b = nondet_schar();
  __CPROVER_assume(b != 0);
  __CPROVER_assert((a / b) * b + a % b == a, "quotient and remainder");
}
