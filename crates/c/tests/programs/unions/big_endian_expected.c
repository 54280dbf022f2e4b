// args:
// expect: unsafe
// fails: assertion@8
union word { unsigned value; unsigned char bytes[4]; };
int main(void)
{
  union word w = {0x01020304u};
  __CPROVER_assert(w.bytes[0] == 1, "little-endian");
}
