// args: --pointer-overflow-check
// expect: unsafe
// fails: pointer@8
// With the check, a pointer must not leave its object by arithmetic alone.
int main(void)
{
  int a[4];
  int *p = a + 6;
  return p == a;
}
