// args: --nondet-static
// expect: unsafe
// fails: assertion@8
// With --nondet-static, globals start with any value.
int mode;
int main(void)
{
  __CPROVER_assert(mode == 0, "any value");
}
