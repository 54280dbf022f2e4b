// args:
// expect: safe
// fails:
union word { unsigned value; unsigned char bytes[4]; };
unsigned nondet_unsigned(void);
int main(void)
{
  union word w;
  w.value = nondet_unsigned();
  __CPROVER_assert(w.bytes[0] == (w.value & 255u), "the low byte comes first");
  __CPROVER_assert(w.bytes[3] == w.value >> 24, "the high byte comes last");
}
