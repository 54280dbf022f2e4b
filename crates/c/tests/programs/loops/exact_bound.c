// args: --unwind 4
// expect: safe
// fails:
int main(void)
{
  int i = 0;
  while (i < 3)
    i++;
  __CPROVER_assert(i == 3, "four evaluations of the condition");
}
