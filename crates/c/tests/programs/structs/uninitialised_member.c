// args:
// expect: unsafe
// fails: assertion@9
struct config { int size, mode; };
int main(void)
{
  struct config c;
  c.size = 4;
  __CPROVER_assert(c.mode == 0, "never set");
}
