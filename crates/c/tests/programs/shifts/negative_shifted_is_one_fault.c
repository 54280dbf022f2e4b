// args:
// expect: unsafe
// fails: shift@8
// A negative number that is shifted to the left is undefined, and no overflow.
int nondet_int(void);
int main(void)
{
  int a = nondet_int(), b = a < 0 ? a << 3 : 0;
  return b;
}
