// args:
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int d = nondet_int();
  return d > 0 ? 100 / d : 0;
}
