// args:
// expect: unsafe
// fails: assertion@10
// The remainder of a negative number is negative: no index.
int nondet_int(void);
int main(void)
{
  int hash = nondet_int();
  int slot = hash % 8;
  __CPROVER_assert(slot >= 0, "negative for negative hashes");
}
