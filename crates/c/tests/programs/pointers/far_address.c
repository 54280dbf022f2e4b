// args:
// expect: safe
// fails:
// An address may be computed from any index; only its use is checked.
unsigned nondet_unsigned(void);
struct s { int a[2]; int b; } g[2];
int main(void)
{
  int m[2][3];
  unsigned i = nondet_unsigned();
  int *p = &m[i][1], *q = &g[i].a[3];
  return p == q;
}
