// args:
// expect: unsafe
// fails: bounds@7
int main(void)
{
  int a[4] = {1, 2, 3, 4};
  return a[4];
}
