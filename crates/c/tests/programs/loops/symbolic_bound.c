// args: --unwind 4
// expect: unsafe
// fails: unwinding@8
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned n = nondet_unsigned(), i = 0;
  while (i < n)
    i++;
  __CPROVER_assert(i == n, "holds as far as it is seen");
}
