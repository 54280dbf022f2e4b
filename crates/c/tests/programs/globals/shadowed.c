// args:
// expect: safe
// fails:
int x = 1;
int main(void)
{
  int x = 2;
  {
    int x = 3;
    __CPROVER_assert(x == 3, "innermost");
  }
  {
    extern int x;
    __CPROVER_assert(x == 1, "the global one");
  }
  __CPROVER_assert(x == 2, "of the function");
}
