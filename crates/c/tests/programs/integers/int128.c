// args:
// expect: safe
// fails:
unsigned long nondet_ulong(void);
int main(void)
{
  unsigned long a = nondet_ulong();
  unsigned __int128 square = (unsigned __int128)a << 64;
  __CPROVER_assert((unsigned long)(square >> 64) == a, "nothing is lost");
}
