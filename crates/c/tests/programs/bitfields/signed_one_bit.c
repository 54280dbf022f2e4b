// args:
// expect: unsafe
// fails: assertion@10
// A signed field of one bit holds 0 and -1.
struct flags { signed ready : 1; };
int main(void)
{
  struct flags f;
  f.ready = 1;
  __CPROVER_assert(f.ready == 1, "minus one");
}
