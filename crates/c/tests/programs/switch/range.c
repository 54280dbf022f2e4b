// args:
// expect: safe
// fails:
// GNU: a range of values.
char nondet_char(void);
int main(void)
{
  char c = nondet_char();
  int digit = 0;
  switch (c) {
  case '0' ... '9':
    digit = 1;
  }
  __CPROVER_assert(digit == (c >= '0' && c <= '9'), "the range");
}
