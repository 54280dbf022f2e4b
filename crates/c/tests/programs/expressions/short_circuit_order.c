// args:
// expect: unsafe
// fails: pointer@7
// The pointer is read before it is tested.
int f(int *p)
{
  return *p > 0 && p != 0;
}
int main(void)
{
  int x = 1;
  return f(&x) + f(0);
}
