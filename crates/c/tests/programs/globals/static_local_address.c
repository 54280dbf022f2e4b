// args:
// expect: safe
// fails:
int *cell(void)
{
  static int value;
  return &value;
}
int main(void)
{
  *cell() = 4;
  __CPROVER_assert(*cell() == 4, "outlives the call");
}
