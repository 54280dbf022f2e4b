// args: --unwind 4
// expect: safe
// fails:
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
int main(void)
{
  int (*table[])(int, int) = {add, sub, mul};
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += table[i](7, 3);
  __CPROVER_assert(sum == 35, "10, 4 and 21");
}
