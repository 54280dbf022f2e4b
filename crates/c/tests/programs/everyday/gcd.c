// args: --unwind 7
// expect: safe
// fails:
unsigned char nondet_uchar(void);
static unsigned gcd(unsigned a, unsigned b)
{
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
int main(void)
{
  unsigned a = nondet_uchar(), b = nondet_uchar();
  __CPROVER_assume(a > 0 && a < 13 && b > 0 && b < 13);
  unsigned g = gcd(a, b);
  __CPROVER_assert(g > 0 && a % g == 0 && b % g == 0, "divides both");
}
