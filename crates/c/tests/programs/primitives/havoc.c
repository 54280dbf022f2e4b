// args:
// expect: unsafe
// fails: assertion@9
int main(void)
{
  int x = 1, y = 1;
  __CPROVER_havoc_object(&x);
  __CPROVER_assert(y == 1, "only x");
  __CPROVER_assert(x == 1, "any value");
}
