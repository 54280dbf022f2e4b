// args:
// expect: safe
// fails:
int nondet_int(void);
static int median(int a, int b, int c)
{
  if (a > b) { int t = a; a = b; b = t; }
  if (b > c) b = c;
  return a > b ? a : b;
}
int main(void)
{
  int a = nondet_int(), b = nondet_int(), c = nondet_int(), m = median(a, b, c);
  __CPROVER_assert((m <= a) + (m <= b) + (m <= c) >= 2, "not above two");
  __CPROVER_assert((m >= a) + (m >= b) + (m >= c) >= 2, "not below two");
}
