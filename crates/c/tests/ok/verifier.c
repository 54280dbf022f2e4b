void __CPROVER_assume(_Bool); int nondet_int(void);
__CPROVER_size_t n;
int main(void) { int x = nondet_int(); __CPROVER_assume(x > 0); }
