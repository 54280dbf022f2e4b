// args: --unwind 5
// expect: safe
// fails:
int main(void)
{
  int value = 0x04030201;
  unsigned char *bytes = (unsigned char *)&value;
  for (int i = 0; i < 4; i++)
    __CPROVER_assert(bytes[i] == i + 1, "byte by byte");
}
