// args:
// expect: safe
// fails:
typedef int (*predicate)(int);
int count_if(const int *a, int n, predicate p);
static int positive(int x)
{
  return x > 0;
}
int main(void)
{
  int a[3] = {4, -1, 2};
  __CPROVER_assert(count_if(a, 3, positive) == 2, "a static function through a pointer");
}
