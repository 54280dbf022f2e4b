// args:
// expect: safe
// fails:
int main(void)
{
  int a[5] = {0, 10, 20, 30, 40};
  int *p = a + 1;
  p += 2;
  __CPROVER_assert(*p == 30 && p[-1] == 20 && *(p + 1) == 40, "in elements");
  __CPROVER_assert((char *)p - (char *)a == 12, "in bytes");
}
