// args:
// expect: safe
// fails:
int main(void)
{
  int i = 0;
  unsigned long n = sizeof(i++);
  __CPROVER_assert(i == 0 && n == 4, "not evaluated");
}
