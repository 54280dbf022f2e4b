// args:
// expect: unsafe
// fails: pointer@9
// doubt: cbmc finds an overflow too; there is no number that could overflow
int main(void)
{
  int a, b;
  int *p = &a, *q = &b;
  return p - q > 0;
}
