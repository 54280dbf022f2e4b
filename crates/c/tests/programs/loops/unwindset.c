// args: --unwindset main.0:3,main.1:5
// expect: safe
// fails:
int main(void)
{
  int a = 0, b = 0;
  for (int i = 0; i < 2; i++)
    a++;
  for (int i = 0; i < 4; i++)
    b++;
  __CPROVER_assert(a == 2 && b == 4, "each has its own bound");
}
