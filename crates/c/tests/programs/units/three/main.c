// args:
// expect: unsafe
// fails: assertion@7
int first(int x);
int main(void)
{
  __CPROVER_assert(first(3) == 5, "it is 3 * 2 + 1");
}
