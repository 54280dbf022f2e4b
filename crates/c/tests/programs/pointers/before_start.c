// args:
// expect: unsafe
// fails: pointer@10
int main(void)
{
  int a[5] = {0};
  int *p = &a[1];
  p--;
  *p = 1;
  return p[-1];
}
