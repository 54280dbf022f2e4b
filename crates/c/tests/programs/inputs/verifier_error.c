// args:
// expect: unsafe
// fails: assertion@9
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void);
int main(void)
{
  if (__VERIFIER_nondet_uchar() == 77)
    __VERIFIER_error();
}
