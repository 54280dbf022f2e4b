// args:
// expect: safe
// fails:
union number { float f; unsigned u; };
int main(void)
{
  union number n = {.f = 1.0f};
  __CPROVER_assert(n.u == 0x3f800000u, "IEEE 754");
  n.u = 0xc0000000u;
  __CPROVER_assert(n.f == -2.0f, "and back");
}
