// args: -D LIMIT=4 --unwind 5
// expect: safe
// fails:
int main(void)
{
  int n = 0;
  for (int i = 0; i < LIMIT; i++)
    n++;
  __CPROVER_assert(n == LIMIT, "from the command line");
}
