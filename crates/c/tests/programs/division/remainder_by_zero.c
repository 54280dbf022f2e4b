// args:
// expect: unsafe
// fails: division@8
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned buckets = nondet_unsigned();
  return 12345u % buckets < 10;
}
