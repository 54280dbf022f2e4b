// args:
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int a = nondet_int(), b = nondet_int(), sum;
  if (!__builtin_add_overflow(a, b, &sum))
    __CPROVER_assert((long)a + b == sum, "the exact sum");
}
