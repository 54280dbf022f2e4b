// args:
// expect: unsafe
// fails: pointer@9
_Bool nondet_bool(void);
int main(void)
{
  int x = 1;
  int *p = nondet_bool() ? &x : 0;
  *p = 2;
  return x;
}
