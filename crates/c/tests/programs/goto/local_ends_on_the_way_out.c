// args:
// expect: unsafe
// fails: pointer@14
int nondet_int(void);
int main(void)
{
  int *p = 0;
  if (nondet_int()) {
    int inner = 3;
    p = &inner;
    goto out;
  }
out:
  return p ? *p : 0;
}
