// args: --no-signed-overflow-check
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  int y = x + 1;
  return y;
}
