// args:
// expect: safe
// fails:
int main(void)
{
  int a = 0, b = 0;
  1 ? a++ : b++;
  __CPROVER_assert(a == 1 && b == 0, "only one side runs");
}
