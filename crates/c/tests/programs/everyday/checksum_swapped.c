// args: --unwind 5
// expect: unsafe
// fails: assertion@21
// Two bytes that are swapped are not noticed by a sum.
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
  unsigned char a[3], b[3];
  for (int i = 0; i < 3; i++) {
    a[i] = nondet_uchar();
    b[i] = nondet_uchar();
  }
  __CPROVER_assume(sum(a, 3) == sum(b, 3));
  __CPROVER_assert(a[0] == b[0] && a[1] == b[1] && a[2] == b[2], "not the same message");
}
