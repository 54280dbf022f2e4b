// args:
// expect: unsafe
// fails: assertion@7
int main(void)
{
  int x;
  __CPROVER_assert(x == 0, "any value");
}
