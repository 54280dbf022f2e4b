// args: --unwind 5
// expect: safe
// fails:
int main(void)
{
  int i, j;
  for (i = 0, j = 10; i < 4; i++, j -= 2)
    __CPROVER_assert(2 * i + j == 10, "an invariant");
  __CPROVER_assert(j == 2, "after the last step");
}
