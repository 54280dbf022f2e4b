// args:
// exit: 2
// says: the quantifier `__CPROVER_forall` is not supported
// says: quantifier.c:7:
int a[3];
int main(void) {
  __CPROVER_assert(__CPROVER_forall { int i; !(0 <= i && i < 3) || a[i] == 0 }, "zero");
}
