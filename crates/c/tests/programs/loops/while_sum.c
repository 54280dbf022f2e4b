// args: --unwind 6
// expect: safe
// fails:
int main(void)
{
  int n = 5, sum = 0;
  while (n)
    sum += n--;
  __CPROVER_assert(sum == 15 && n == 0, "counted down");
}
