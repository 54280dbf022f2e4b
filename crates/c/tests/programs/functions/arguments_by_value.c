// args:
// expect: unsafe
// fails: assertion@12
void increment(int x)
{
  x++;
}
int main(void)
{
  int x = 1;
  increment(x);
  __CPROVER_assert(x == 2, "the copy was incremented");
}
