void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);

int main(void) {
  int a = nondet_int();
  __CPROVER_assume(a < 3);
  __CPROVER_assume(a > 3);
  __CPROVER_assert(a == 0, "says nothing");
  return 0;
}
