// args:
// expect: unsafe
// fails: pointer@13
int *dangling(void)
{
  int local = 5;
  int *p = &local;
  return p;
}
int main(void)
{
  int *p = dangling();
  return *p;
}
