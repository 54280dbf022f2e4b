// args:
// expect: unsafe
// fails: assertion@9
// The negative operand is converted to unsigned before the comparison.
int main(void)
{
  int small = -1;
  unsigned large = 1u;
  __CPROVER_assert(small < large, "minus one is the largest unsigned number");
}
