// args:
// expect: unsafe
// fails: overflow@7
int main(void)
{
  int flags = 3;
  flags = flags << 31;
  return flags;
}
