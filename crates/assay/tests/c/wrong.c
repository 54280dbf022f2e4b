void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);

static int half(int n) {
  return n / 2;
}

int main(void) {
  int a[2] = {0, 4};
  int at = nondet_int();
  if (at == 1)
    a[at] = half(a[at]) + 5;
  __CPROVER_assert(a[1] == 4, "the second is 4");
  return 0;
}
