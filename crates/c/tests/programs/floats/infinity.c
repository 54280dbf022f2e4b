// args:
// expect: safe
// fails:
int main(void)
{
  double big = 1e308;
  double inf = big * 10;
  __CPROVER_assert(inf == inf && inf > big && 1 / inf == 0, "infinite");
  __CPROVER_assert(-inf < inf, "two of them");
}
