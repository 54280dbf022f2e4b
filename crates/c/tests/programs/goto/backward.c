// args: --unwind 5
// expect: safe
// fails:
int main(void)
{
  int i = 0;
again:
  i++;
  if (i < 4)
    goto again;
  __CPROVER_assert(i == 4, "a loop by hand");
}
