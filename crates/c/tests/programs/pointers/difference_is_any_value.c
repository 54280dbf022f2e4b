// args:
// expect: unsafe
// fails: pointer@8 assertion@9
// doubt: CBMC also calls the difference an overflow
int main(void)
{
  int a[2], b[2];
  long distance = a - b;
  __CPROVER_assert(distance != 42, "nothing is known of it");
}
