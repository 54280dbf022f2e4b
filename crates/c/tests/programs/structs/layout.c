// args:
// expect: safe
// fails:
#include <stddef.h>
struct s { char a; int b; char c; double d; short e; };
int main(void)
{
  __CPROVER_assert(offsetof(struct s, b) == 4 && offsetof(struct s, c) == 8, "aligned");
  __CPROVER_assert(offsetof(struct s, d) == 16 && offsetof(struct s, e) == 24, "aligned");
  __CPROVER_assert(sizeof(struct s) == 32, "padded to its alignment");
}
