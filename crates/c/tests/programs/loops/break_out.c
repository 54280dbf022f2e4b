// args: --unwind 6
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int i;
  for (i = 0; i < 5; i++)
    if (nondet_int())
      break;
  __CPROVER_assert(i >= 0 && i <= 5, "left early or not");
}
