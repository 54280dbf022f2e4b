// args:
// expect: unsafe
// fails: overflow@9
// The smallest int has no counterpart.
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  int absolute = x < 0 ? -x : x;
  return absolute;
}
