// args:
// expect: unsafe
// fails: pointer@15
int nondet_int(void);
int main(void)
{
  int kept = 1, *p = &kept;
  switch (nondet_int()) {
    int inner;
  case 1:
    inner = 2;
    p = &inner;
    __CPROVER_assert(*p == 2, "it is alive here");
  }
  int copy = *p;
  (void)copy;
}
