// args: --unwind 12
// expect: unsafe
// fails: overflow@16
// Ten digits do not fit into an int.
char nondet_char(void);
int main(void)
{
  char digits[11];
  for (int i = 0; i < 10; i++) {
    digits[i] = nondet_char();
    __CPROVER_assume(digits[i] >= '0' && digits[i] <= '9');
  }
  digits[10] = 0;
  int value = 0;
  for (int i = 0; digits[i]; i++)
    value = value * 10 + (digits[i] - '0');
  return value;
}
