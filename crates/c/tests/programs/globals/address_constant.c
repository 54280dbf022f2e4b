// args:
// expect: safe
// fails:
static int a[4] = {1, 2, 3, 4};
static int *second = &a[1], *end = a + 4;
int main(void)
{
  __CPROVER_assert(*second == 2 && end - second == 3, "addresses in initialisers");
}
