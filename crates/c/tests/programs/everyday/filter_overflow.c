// args: --unwind 4
// expect: unsafe
// fails: assertion@13
// The scaled sample does not fit into 16 bits.
short nondet_short(void);
int main(void)
{
  short y = 0;
  for (int i = 0; i < 2; i++) {
    short x = nondet_short();
    __CPROVER_assume(x >= 0 && x <= 1000);
    y = (short)(x * 256 / 2);
    __CPROVER_assert(y >= 0, "of the sign of the input");
  }
}
