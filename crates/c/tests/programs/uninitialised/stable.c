// args:
// expect: safe
// fails:
// Reading an indeterminate int twice gives what CBMC picked once. C leaves that open.
int main(void)
{
  int x;
  int a = x, b = x;
  __CPROVER_assert(a == b, "one value");
}
