// args: --unwind 5
// expect: safe
// fails:
// A low-pass filter with eight bits behind the point: y += (x - y) / 4.
short nondet_short(void);
int main(void)
{
  int y = 0;
  for (int i = 0; i < 3; i++) {
    int x = nondet_short();
    __CPROVER_assume(x >= -1000 && x <= 1000);
    y += (x * 256 - y) / 4;
    __CPROVER_assert(y >= -256000 && y <= 256000, "stays in the range of the input");
  }
}
