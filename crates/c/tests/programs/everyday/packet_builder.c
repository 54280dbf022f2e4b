// args: --unwind 6
// expect: unsafe
// fails: bounds@15
// The escape character takes two bytes in the output.
unsigned char nondet_uchar(void);
#define ESCAPE 0x7d
int main(void)
{
  unsigned char in[3], out[5];
  int n = 0;
  for (int i = 0; i < 3; i++) {
    in[i] = nondet_uchar();
    if (in[i] == ESCAPE)
      out[n++] = ESCAPE;
    out[n++] = in[i];
  }
  return out[0];
}
