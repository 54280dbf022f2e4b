// args:
// expect: safe
// fails:
struct s { int a, b[3], c; };
int main(void)
{
  struct s s = {.c = 7, .b[1] = 5, .a = 1};
  __CPROVER_assert(s.a == 1 && s.c == 7, "in any order");
  __CPROVER_assert(s.b[0] == 0 && s.b[1] == 5 && s.b[2] == 0, "the rest is zero");
}
