// args:
// expect: unsafe
// fails: bounds@7
int main(void)
{
  int a[4] = {0}, i;
  return a[i];
}
