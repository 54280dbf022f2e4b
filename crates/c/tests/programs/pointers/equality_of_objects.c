// args:
// expect: safe
// fails:
int main(void)
{
  int a = 1, b = 1;
  int *p = &a, *q = &b;
  __CPROVER_assert(p != q && *p == *q, "equal values in two objects");
  q = p;
  __CPROVER_assert(p == q, "one object");
}
