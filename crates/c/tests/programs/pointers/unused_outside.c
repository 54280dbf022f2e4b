// args:
// expect: safe
// fails:
// Without --pointer-overflow-check a pointer that is never used may point anywhere.
// C says that forming it is undefined; the default checks do not look at it.
int main(void)
{
  int a[4] = {1};
  int *p = a + 6;
  __CPROVER_assert(p != a, "another address");
}
