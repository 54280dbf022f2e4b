// args: --unwind 4
// expect: unsafe
// fails: assertion@11
// The local is a new object in each round.
int main(void)
{
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0)
      x = 5;
    __CPROVER_assert(x == 5, "not kept");
  }
}
