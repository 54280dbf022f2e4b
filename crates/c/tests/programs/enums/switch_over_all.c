// args:
// expect: safe
// fails:
enum colour { RED, GREEN, BLUE };
enum colour nondet_colour(void);
int main(void)
{
  enum colour c = nondet_colour();
  int n = -1;
  __CPROVER_assume(c == RED || c == GREEN || c == BLUE);
  switch (c) {
  case RED: n = 0; break;
  case GREEN: n = 1; break;
  case BLUE: n = 2; break;
  }
  __CPROVER_assert(n == (int)c, "each has a case");
}
