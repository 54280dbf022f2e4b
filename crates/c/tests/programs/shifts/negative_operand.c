// args:
// expect: unsafe
// fails: shift@10
// Shifting a negative number to the left is undefined in C11.
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  __CPROVER_assume(x == -1 || x == 1);
  return x << 3;
}
