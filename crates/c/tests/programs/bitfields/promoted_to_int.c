// args:
// expect: unsafe
// fails: assertion@9
// An unsigned field that is narrower than int is promoted to int: the difference is negative.
struct s { unsigned n : 4; };
int main(void)
{
  struct s s = {2};
  __CPROVER_assert(s.n - 3 > 0, "minus one");
}
