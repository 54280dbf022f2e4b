// args:
// expect: unsafe
// fails: assertion@14
int add_twice(int *a, int *b)
{
  *a += *b;
  *a += *b;
  return *a;
}
int main(void)
{
  int x = 3, y = 2;
  __CPROVER_assert(add_twice(&y, &x) == 8, "two objects");
  __CPROVER_assert(add_twice(&x, &x) == 9, "one object: doubled twice");
}
