// args:
// expect: unsafe
// fails: assertion@11
// The initialiser is skipped, so that the variable has any value.
int main(void)
{
  goto inside;
  {
    int x = 3;
  inside:
    __CPROVER_assert(x == 3, "not initialised");
  }
}
