// args:
// expect: safe
// fails:
int twice(int x);
int main(void)
{
  __CPROVER_assert(twice(4) == 8, "from the other unit");
}
