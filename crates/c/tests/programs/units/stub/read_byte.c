int nondet_int(void);
int read_byte(void)
{
  int result = nondet_int();
  __CPROVER_assume(result >= -1 && result <= 255);
  return result;
}
