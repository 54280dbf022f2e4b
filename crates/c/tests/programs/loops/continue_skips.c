// args: --unwind 7
// expect: safe
// fails:
int main(void)
{
  int odd = 0;
  for (int i = 0; i < 6; i++) {
    if (i % 2 == 0)
      continue;
    odd += i;
  }
  __CPROVER_assert(odd == 9, "1, 3 and 5");
}
