// args: --32
// expect: unsafe
// fails: assertion@8
// With --32, long and pointers have 32 bits.
int main(void)
{
  __CPROVER_assert(sizeof(long) == 4, "ILP32");
  __CPROVER_assert(sizeof(void *) == 8, "pointers have 4 bytes");
}
