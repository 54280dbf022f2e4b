// args:
// expect: unsafe
// fails: assertion@10
struct pair { int a, b; };
struct pair nondet_pair(void);
int main(void)
{
  struct pair p = nondet_pair();
  __CPROVER_assume(p.a == 1);
  __CPROVER_assert(p.b == 1, "not assumed");
}
