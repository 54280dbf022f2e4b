// args:
// expect: unsafe
// fails: assertion@7
int main(void)
{
  float f = 0.1f;
  __CPROVER_assert(f == 0.1, "two roundings");
}
