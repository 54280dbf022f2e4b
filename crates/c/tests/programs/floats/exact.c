// args:
// expect: safe
// fails:
int main(void)
{
  double half = 0.5;
  __CPROVER_assert(half + half == 1.0 && half * 4 == 2, "powers of two");
  __CPROVER_assert(1.0 / 4 == 0.25f, "float and double agree");
}
