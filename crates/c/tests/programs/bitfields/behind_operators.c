// args:
// expect: safe
// fails:
// A narrow field stays one behind a comma, an assignment, a step and in a statement expression.
struct { unsigned h : 5; unsigned long l : 20; } x = {2, 2};
int main(void)
{
  __CPROVER_assert((0, x.h) - 10 < 0 && (0, x.l) - 10 < 0, "comma");
  __CPROVER_assert((x.h = 2) - 10 < 0 && (x.l += 0) - 10 < 0, "assignment");
  __CPROVER_assert(x.h++ - 10 < 0, "step");
  __CPROVER_assert(({ x.h; }) - 10 < 0, "statement expression");
  __CPROVER_assert((x.h ?: x.h) - 10 < 0 && (1 ? x.l : x.l) - 10 < 0, "choice");
}
