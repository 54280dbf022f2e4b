// args:
// expect: unsafe
// fails: bounds@10
int nondet_int(void);
int main(void)
{
  int a[8] = {0};
  int i = nondet_int();
  if (i < 8)
    a[i] = 1;
}
