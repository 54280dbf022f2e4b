// args:
// expect: unsafe
// fails: pointer@9
int main(void)
{
  int object;
  void *good = &object, *none = 0;
  *good;
  *none;
}
