// args: --unwind 9
// expect: safe
// fails:
// A message is a length and as many bytes. What is received may be cut off.
#include <stddef.h>
#include <string.h>
#define MAX 4
static int parse(const unsigned char *in, size_t size, unsigned char out[MAX])
{
  if (size < 1)
    return -1;
  size_t length = in[0];
  if (length > MAX || length > size - 1)
    return -1;
  for (size_t i = 0; i < length; i++)
    out[i] = in[1 + i];
  return (int)length;
}
unsigned char nondet_uchar(void);
size_t nondet_size(void);
int main(void)
{
  unsigned char in[6], out[MAX] = {0};
  for (int i = 0; i < 6; i++)
    in[i] = nondet_uchar();
  size_t size = nondet_size();
  __CPROVER_assume(size <= sizeof in);
  int length = parse(in, size, out);
  __CPROVER_assert(length >= -1 && length <= MAX, "a length or a refusal");
  __CPROVER_assert(length < 1 || out[0] == in[1], "the bytes");
}
