// args:
// expect: safe
// fails:
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  if (UNLIKELY(x < 0))
    return 1;
  __CPROVER_assert(x >= 0, "a hint changes nothing");
}
