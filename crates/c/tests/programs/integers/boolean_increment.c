// args:
// expect: safe
// fails:
int main(void)
{
  _Bool b = 1;
  b++;
  __CPROVER_assert(b == 1, "saturates");
  b--;
  __CPROVER_assert(b == 0, "flips");
}
