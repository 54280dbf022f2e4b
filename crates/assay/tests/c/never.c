void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);

int main(void) {
  int a = nondet_int();
  __CPROVER_assume(a < 100);
  __CPROVER_assume(a > 3);
  __CPROVER_assert(a > 2, "comes to it");
  if (a < 10) {
    __CPROVER_assume(a > 12);
    __CPROVER_assert(a == 77, "no execution comes to it");
  }
  return 0;
}
