// args:
// expect: safe
// fails:
int n;
int n;
int n = 5;
extern int n;
int main(void)
{
  __CPROVER_assert(n == 5, "one object");
}
