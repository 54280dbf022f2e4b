// args:
// expect: safe
// fails:
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
int main(void)
{
  long x = 1, y = 2;
  SWAP(x, y);
  __typeof__(x + 1.0) z = 0.5;
  __CPROVER_assert(x == 2 && y == 1 && z == 0.5, "types of expressions");
}
