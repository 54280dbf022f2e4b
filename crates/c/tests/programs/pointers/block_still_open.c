// args:
// expect: safe
// fails:
int main(void)
{
  int sum = 0;
  {
    int inner = 3;
    int *p = &inner;
    sum = *p;
  }
  __CPROVER_assert(sum == 3, "read in time");
}
