// args: --unwind 5
// expect: safe
// fails:
// A byte that changes is noticed by the sum of all.
unsigned char nondet_uchar(void);
static unsigned char sum(const unsigned char *a, int n)
{
  unsigned char s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
int main(void)
{
  unsigned char a[4];
  for (int i = 0; i < 4; i++)
    a[i] = nondet_uchar();
  unsigned char before = sum(a, 4), old = a[2];
  a[2] = nondet_uchar();
  __CPROVER_assert((sum(a, 4) == before) == (a[2] == old), "noticed");
}
