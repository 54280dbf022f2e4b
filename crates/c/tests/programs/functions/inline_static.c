// args:
// expect: safe
// fails:
static inline int clamp(int x, int low, int high)
{
  return x < low ? low : x > high ? high : x;
}
int nondet_int(void);
int main(void)
{
  int x = clamp(nondet_int(), -5, 5);
  __CPROVER_assert(-5 <= x && x <= 5, "clamped");
}
