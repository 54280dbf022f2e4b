// args:
// expect: unsafe
// fails: overflow@8
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  int y = x + 1;
  return y;
}
