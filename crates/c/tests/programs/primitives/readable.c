// args:
// expect: safe
// fails:
int main(void)
{
  int a[3];
  int *p = a;
  __CPROVER_assert(__CPROVER_r_ok(p, sizeof a), "the whole array");
  __CPROVER_assert(__CPROVER_w_ok(p + 1, 2 * sizeof(int)), "the rest of it");
  __CPROVER_assert(!__CPROVER_r_ok(p + 1, sizeof a), "not beyond");
}
