// args:
// expect: safe
// fails:
struct shape { int side; int (*area)(const struct shape *); };
int square(const struct shape *s) { return s->side * s->side; }
int main(void)
{
  struct shape s = {4, square};
  __CPROVER_assert(s.area(&s) == 16, "through a member");
}
