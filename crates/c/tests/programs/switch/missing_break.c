// args:
// expect: unsafe
// fails: assertion@17
int nondet_int(void);
int main(void)
{
  int n = nondet_int(), result = 0;
  switch (n) {
  case 1:
    result = 10;
  case 2:
    result = 20;
    break;
  default:
    result = 30;
  }
  __CPROVER_assert(n != 1 || result == 10, "falls through");
}
