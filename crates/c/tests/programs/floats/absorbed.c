// args:
// expect: unsafe
// fails: assertion@7
int main(void)
{
  float big = 16777216.0f;
  __CPROVER_assert(big + 1 != big, "the one is lost");
}
