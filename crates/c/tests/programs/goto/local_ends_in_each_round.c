// args: --unwind 4
// expect: unsafe
// fails: pointer@16
int nondet_int(void);
int main(void)
{
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    p = &inner;
    if (*p > 5)
      goto out;
  }
out:
  if (p)
    return *p;
  return 0;
}
