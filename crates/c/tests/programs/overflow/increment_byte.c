// args:
// expect: unsafe
// fails: overflow@8
// A signed char is incremented in int, and the result is converted. As in CBMC it has to fit all the same.
int main(void)
{
  signed char c = 127;
  c++;
  __CPROVER_assert(c == -128, "converted back");
}
