// args: --unwind 4
// expect: unsafe
// fails: assertion@13
int main(void)
{
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (i + j == 3)
        goto found;
  return 0;
found:
  __CPROVER_assert(i == 2 && j == 1, "it is 1 and 2");
}
