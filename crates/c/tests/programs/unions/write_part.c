// args:
// expect: safe
// fails:
union word { unsigned value; unsigned short half[2]; };
int main(void)
{
  union word w = {.value = 0x11112222u};
  w.half[1] = 0xabcd;
  __CPROVER_assert(w.value == 0xabcd2222u, "the other half stays");
}
