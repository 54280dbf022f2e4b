// args:
// expect: safe
// fails:
// Unsigned arithmetic wraps around and is no fault.
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned x = nondet_unsigned();
  __CPROVER_assert(x + 1u > x || x + 1u == 0u, "the largest one wraps to zero");
  __CPROVER_assert(x - x - 1u == 4294967295u, "below zero is the largest one");
}
