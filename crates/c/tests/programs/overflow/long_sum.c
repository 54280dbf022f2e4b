// args:
// expect: unsafe
// fails: overflow@9
long nondet_long(void);
int main(void)
{
  long total = nondet_long();
  for (int i = 0; i < 2; i++)
    total += 1000;
  return total > 0;
}
