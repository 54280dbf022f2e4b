// args:
// expect: safe
// fails:
int main(void)
{
  int x = 0;
  goto inside;
  {
    x = 5;
  inside:
    x += 1;
  }
  __CPROVER_assert(x == 1, "only the end of the block");
}
