// args: --unwind 4
// expect: safe
// fails:
unsigned char nondet_uchar(void);
int main(void)
{
  unsigned char a[3];
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    a[i] = nondet_uchar();
    sum += a[i];
  }
  __CPROVER_assert(sum <= 765, "three bytes");
}
