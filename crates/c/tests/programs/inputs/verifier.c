// args:
// expect: safe
// fails:
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
int main(void)
{
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && x < 10);
  if (__VERIFIER_nondet_bool())
    x += 10;
  __CPROVER_assert(x >= 0 && x < 20, "in range");
}
