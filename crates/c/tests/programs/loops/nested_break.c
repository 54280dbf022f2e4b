// args: --unwind 5
// expect: unsafe
// fails: assertion@14
// break ends only the inner loop.
int main(void)
{
  int found = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (j == 1) {
        found++;
        break;
      }
  __CPROVER_assert(found == 1, "once for each i");
}
