// args:
// expect: unsafe
// fails: pointer@9
// Eight bytes are read from an object of four.
int main(void)
{
  int value = 1;
  long *p = (long *)&value;
  return *p == 1;
}
