// args:
// expect: safe
// fails:
int sign(int x)
{
  switch (x) {
  default: return x < 0 ? -1 : 1;
  case 0: return 0;
  }
}
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  __CPROVER_assert((sign(x) == 0) == (x == 0), "the place of default does not matter");
}
