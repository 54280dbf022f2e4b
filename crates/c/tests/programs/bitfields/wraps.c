// args:
// expect: safe
// fails:
struct counter { unsigned low : 3; unsigned high : 5; };
int main(void)
{
  struct counter c = {7, 31};
  c.low++;
  __CPROVER_assert(c.low == 0, "three bits");
  __CPROVER_assert(c.high == 31, "the neighbour stays");
}
