// args:
// expect: safe
// fails:
// doubt: cbmc finds an overflow in a negative difference; C has none in one array
int main(void)
{
  int a[5];
  int *p = &a[1], *q = &a[4];
  __CPROVER_assert(q - p == 3 && p - q == -3, "in elements");
}
