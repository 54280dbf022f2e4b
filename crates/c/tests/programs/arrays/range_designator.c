// args:
// expect: unsafe
// fails: assertion@10
// doubt: cbmc does not fill the whole range; GCC does
// GNU: a range of indices.
int main(void)
{
  int a[6] = {[1 ... 3] = 9};
  __CPROVER_assert(a[1] == 9 && a[3] == 9 && a[0] == 0, "the range");
  __CPROVER_assert(a[4] == 9, "behind the range");
}
