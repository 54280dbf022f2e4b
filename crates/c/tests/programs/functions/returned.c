// args:
// expect: safe
// fails:
int up(int x) { return x + 1; }
int down(int x) { return x - 1; }
int (*direction(int sign))(int)
{
  return sign > 0 ? up : down;
}
int main(void)
{
  __CPROVER_assert(direction(1)(5) == 6 && direction(-1)(5) == 4, "a function of a function");
}
