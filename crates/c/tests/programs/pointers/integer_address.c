// args:
// expect: unsafe
// fails: pointer@8
// Nothing lives at this address.
int main(void)
{
  int *device = (int *)0x1000;
  return *device;
}
