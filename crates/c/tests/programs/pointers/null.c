// args:
// expect: unsafe
// fails: pointer@7
int main(void)
{
  int *p = 0;
  return *p;
}
