// args:
// expect: safe
// fails:
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned a = nondet_unsigned(), b = nondet_unsigned();
  __CPROVER_assert((a ^ b) == ((a | b) & ~(a & b)), "exclusive or");
  __CPROVER_assert((a & b) + (a | b) == a + b, "sum of both");
  __CPROVER_assert(~a == -a - 1u, "complement");
}
