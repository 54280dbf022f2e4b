// args:
// expect: unsafe
// fails: assertion@10
// CBMC treats a volatile object like any other, and so do we: nobody else writes it.
int main(void)
{
  volatile unsigned status = 0;
  status |= 1u << 3;
  __CPROVER_assert(status == 8, "read back");
  __CPROVER_assert(status == 0, "written before");
}
