// args:
// expect: unsafe
// fails: overflow@8
int main(void)
{
  int i = 2147483646;
  i++;
  i++;
  return i;
}
