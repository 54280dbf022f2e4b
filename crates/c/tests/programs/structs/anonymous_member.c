// args:
// expect: safe
// fails:
struct s { int a; struct { int b, c; }; };
int main(void)
{
  struct s s = {1, {2, 3}};
  s.b += 10;
  __CPROVER_assert(s.b == 12 && s.c == 3, "named through");
}
