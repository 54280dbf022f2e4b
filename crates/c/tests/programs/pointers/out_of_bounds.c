// args:
// expect: unsafe
// fails: pointer@9
int main(void)
{
  int a[5] = {0};
  int *p = a;
  p += 5;
  return *p;
}
