// args:
// expect: safe
// fails:
unsigned char nondet_uchar(void);
int main(void)
{
  unsigned x = nondet_uchar();
  int count = 0;
  for (int i = 0; i < 8; i++)
    count += x >> i & 1;
  __CPROVER_assert(__builtin_popcount(x) == count, "counted by hand");
}
