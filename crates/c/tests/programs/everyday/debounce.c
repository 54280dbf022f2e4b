// args: --unwind 7
// expect: safe
// fails:
// A key counts as pressed after three equal samples.
_Bool nondet_bool(void);
int main(void)
{
  int equal = 0, pressed = 0, highs = 0;
  for (int i = 0; i < 6; i++) {
    int sample = nondet_bool();
    highs = sample ? highs + 1 : 0;
    equal = sample != pressed ? equal + 1 : 0;
    if (equal == 3) {
      pressed = sample;
      equal = 0;
    }
    __CPROVER_assert(highs < 5 || pressed, "five highs in a row are a press");
  }
}
