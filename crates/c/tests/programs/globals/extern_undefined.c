// args:
// expect: unsafe
// fails: assertion@8
// Nobody defines it, so it may hold anything.
extern int limit;
int main(void)
{
  __CPROVER_assert(limit >= 0, "unknown");
}
