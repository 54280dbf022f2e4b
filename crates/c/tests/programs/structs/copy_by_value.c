// args:
// expect: safe
// fails:
struct point { int x, y; };
struct point moved(struct point p)
{
  p.x = p.x + 1;
  return p;
}
int main(void)
{
  struct point a = {1, 2};
  struct point b = moved(a);
  __CPROVER_assert(a.x == 1, "the argument is a copy");
  __CPROVER_assert(b.x == 2 && b.y == 2, "the result");
}
