// args:
// expect: unsafe
// fails: shift@7
// The one is an int: bit 40 is out of range.
static unsigned long with(unsigned long s, unsigned i)
{
  return s | 1 << i;
}
int main(void)
{
  return with(0, 3) == 8 && with(0, 40) != 0;
}
