// args:
// expect: safe
// fails:
typedef unsigned long set;
static set with(set s, unsigned i) { return s | 1ul << i; }
static set without(set s, unsigned i) { return s & ~(1ul << i); }
static int has(set s, unsigned i) { return (s >> i & 1) != 0; }
set nondet_ulong(void);
unsigned nondet_unsigned(void);
int main(void)
{
  set s = nondet_ulong();
  unsigned i = nondet_unsigned() % 64, j = nondet_unsigned() % 64;
  __CPROVER_assert(has(with(s, i), i) && !has(without(s, i), i), "added and removed");
  __CPROVER_assert(i == j || has(with(s, i), j) == has(s, j), "others stay");
}
