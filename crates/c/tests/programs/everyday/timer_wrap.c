// args:
// expect: unsafe
// fails: assertion@10
// Ticks wrap around: the comparison of two times is wrong, that of their difference is right.
unsigned nondet_unsigned(void);
int main(void)
{
  unsigned now = nondet_unsigned(), deadline = now + 100;
  __CPROVER_assert((int)(deadline - now) > 0, "in the future");
  __CPROVER_assert(now < deadline, "not across the wrap");
}
