// args:
// expect: unsafe
// fails: assertion@9
// One side is unsigned, so both are.
int main(void)
{
  int minus = -1;
  unsigned zero = 0;
  __CPROVER_assert((1 ? minus : zero) < 0, "converted to unsigned");
}
