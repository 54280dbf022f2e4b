// args:
// expect: safe
// fails:
static int length(unsigned char first)
{
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first <= 0xdf)
    return 2;
  if ((first & 0xf0) == 0xe0)
    return 3;
  if (first >= 0xf0 && first <= 0xf4)
    return 4;
  return -1;
}
unsigned char nondet_uchar(void);
int main(void)
{
  unsigned char c = nondet_uchar();
  int n = length(c);
  __CPROVER_assert(n == -1 || (n >= 1 && n <= 4), "a length or a refusal");
  __CPROVER_assert(n != -1 || c >= 0x80, "every ASCII character");
  __CPROVER_assert((c & 0xc0) != 0x80 || n == -1, "a later byte is no start");
}
