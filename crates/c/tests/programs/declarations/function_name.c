// args:
// expect: safe
// fails:
int main(void)
{
  __CPROVER_assert(sizeof __func__ == 5 && __func__[0] == 'm', "the name of the function");
}
