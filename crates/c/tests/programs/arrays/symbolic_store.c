// args:
// expect: safe
// fails:
unsigned nondet_unsigned(void);
int main(void)
{
  int a[8] = {0};
  unsigned i = nondet_unsigned() % 8, j = nondet_unsigned() % 8;
  a[i] = 5;
  __CPROVER_assert(a[j] == (i == j ? 5 : 0), "only one cell changes");
}
