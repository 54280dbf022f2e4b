// args:
// expect: safe
// fails:
struct s { int a; int b; };
void set(int *p)
{
  *p = 5;
}
int main(void)
{
  struct s s = {1, 2};
  set(&s.b);
  __CPROVER_assert(s.a == 1 && s.b == 5, "only the member");
}
