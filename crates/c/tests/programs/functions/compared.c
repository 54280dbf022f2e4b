// args:
// expect: safe
// fails:
int f(void) { return 1; }
int g(void) { return 2; }
int main(void)
{
  int (*p)(void) = f;
  __CPROVER_assert(p == f && p != g && p != 0, "identity");
  __CPROVER_assert(*p == &f, "stars and ampersands change nothing");
}
