// args:
// expect: unsafe
// fails: precondition@11
static int half(int x)
{
  __CPROVER_precondition(x % 2 == 0, "even");
  return x / 2;
}
int main(void)
{
  return half(4) + half(5);
}
