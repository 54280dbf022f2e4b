// args:
// expect: unsafe
// fails: overflow@8
int nondet_int(void);
int main(void)
{
  int a = nondet_int(), b = nondet_int();
  return a - b < 0;
}
