// args:
// expect: unsafe
// fails: assertion@9
// The complement of a promoted byte is negative.
unsigned char nondet_uchar(void);
int main(void)
{
  unsigned char c = nondet_uchar();
  __CPROVER_assert(~c >= 0, "all upper bits are set");
}
