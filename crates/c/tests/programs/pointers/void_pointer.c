// args:
// expect: safe
// fails:
void store(void *to, int value)
{
  *(int *)to = value;
}
int main(void)
{
  int x = 0;
  store(&x, 7);
  __CPROVER_assert(x == 7, "by its real type");
}
