// args:
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int a[8] = {0};
  int i = nondet_int();
  if (i >= 0 && i < 8) {
    a[i] = 1;
    __CPROVER_assert(a[i] == 1, "stored");
  }
}
