// args:
// expect: safe
// fails:
int nondet_int(void);
#define MAX(a, b) ({ int a_ = (a); int b_ = (b); a_ > b_ ? a_ : b_; })
int main(void)
{
  int x = nondet_int(), y = nondet_int();
  int m = MAX(x, y);
  __CPROVER_assert(m >= x && m >= y && (m == x || m == y), "each argument once");
}
