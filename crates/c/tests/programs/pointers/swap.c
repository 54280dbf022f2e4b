// args:
// expect: safe
// fails:
int nondet_int(void);
void swap(int *a, int *b)
{
  int t = *a;
  *a = *b;
  *b = t;
}
int main(void)
{
  int x = nondet_int(), y = nondet_int(), a = x, b = y;
  swap(&a, &b);
  __CPROVER_assert(a == y && b == x, "swapped");
}
