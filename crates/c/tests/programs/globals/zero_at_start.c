// args:
// expect: safe
// fails:
int counter;
static int *pointer;
static struct { int a[2]; } record;
int main(void)
{
  __CPROVER_assert(counter == 0 && pointer == 0 && record.a[1] == 0, "all zero");
}
