// args: --unwind 9
// expect: unsafe
// fails: pointer@12
// The length that the message claims is believed.
#include <stddef.h>
static int checksum(const unsigned char *in, size_t size)
{
  if (size == 0)
    return 0;
  int sum = 0;
  for (size_t i = 1; i <= in[0]; i++)
    sum += in[i];
  return sum;
}
unsigned char nondet_uchar(void);
int main(void)
{
  unsigned char in[4];
  for (int i = 0; i < 4; i++)
    in[i] = nondet_uchar();
  __CPROVER_assume(in[0] <= 4);
  return checksum(in, sizeof in);
}
