// args:
// expect: safe
// fails:
int main(void)
{
  int a[3] = {0}, i = 0;
  a[i++] += 5;
  a[i] = i;
  __CPROVER_assert(i == 1 && a[0] == 5 && a[1] == 1, "the index once");
}
