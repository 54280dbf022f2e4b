// args:
// expect: safe
// fails:
// The address one behind the last element may be formed, not read.
int main(void)
{
  int a[3] = {1, 2, 3}, sum = 0;
  for (int *p = a, *end = a + 3; p != end; p++)
    sum += *p;
  __CPROVER_assert(sum == 6, "all of them");
}
