// args:
// expect: unsafe
// fails: assertion@15
static int state;
void step(void)
{
  if (state < 2)
    state++;
}
int main(void)
{
  step();
  step();
  step();
  __CPROVER_assert(state == 3, "stays at 2");
}
