// args:
// expect: unsafe
// fails: assertion@10
// The sum is cut back to 8 bits when it is stored.
unsigned char nondet_uchar(void);
int main(void)
{
  unsigned char a = nondet_uchar(), b = nondet_uchar();
  unsigned char sum = a + b;
  __CPROVER_assert(sum >= a, "wraps at 256");
}
