// args:
// expect: unsafe
// fails: assertion@11
unsigned nondet_unsigned(void);
int main(void)
{
  switch (nondet_unsigned() % 4u) {
  case 0: case 1: case 2:
    break;
  default:
    __CPROVER_assert(0, "3 remains");
  }
}
