// args:
// expect: unsafe
// fails: overflow@9
short nondet_short(void);
int main(void)
{
  int a = nondet_short(), b = nondet_short();
  int fits = a * b;
  int product = fits * 4;
  return product;
}
