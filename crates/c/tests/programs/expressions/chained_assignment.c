// args:
// expect: unsafe
// fails: assertion@10
// The middle value has passed through a char.
int main(void)
{
  int a;
  char b;
  a = b = 300;
  __CPROVER_assert(a == 300, "44");
}
