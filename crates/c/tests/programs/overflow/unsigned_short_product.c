// args:
// expect: unsafe
// fails: overflow@9
// The classic trap: unsigned short is promoted to int, and the product of two does not fit.
unsigned short nondet_ushort(void);
int main(void)
{
  unsigned short a = nondet_ushort(), b = nondet_ushort();
  unsigned product = a * b;
  return product > 10;
}
