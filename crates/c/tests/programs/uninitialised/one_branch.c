// args:
// expect: unsafe
// fails: assertion@10
_Bool nondet_bool(void);
int main(void)
{
  int error;
  if (nondet_bool())
    error = 0;
  __CPROVER_assert(error == 0, "the other branch");
}
