// args:
// expect: safe
// fails:
_Bool nondet_bool(void);
int main(void)
{
  int error;
  if (nondet_bool())
    error = 0;
  else
    error = 1;
  __CPROVER_assert(error == 0 || error == 1, "always set");
}
