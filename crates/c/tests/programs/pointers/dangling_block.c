// args:
// expect: unsafe
// fails: pointer@11
int main(void)
{
  int *p;
  {
    int inner = 3;
    p = &inner;
  }
  return *p;
}
