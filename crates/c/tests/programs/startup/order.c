// args:
// expect: unsafe
// fails: assertion@10
// doubt: CBMC 6.6 cannot read a priority, and runs functions of one kind in the order of their names
static int order;
__attribute__((constructor)) static void last(void) { order = order * 10 + 2; }
__attribute__((constructor(200))) static void first(void) { order = order * 10 + 1; }
__attribute__((destructor)) static void after_all(void)
{
  __CPROVER_assert(order != 124, "what ran before");
}
__attribute__((destructor)) static void before(void) { order = order * 10 + 4; }
int main(void)
{
  __CPROVER_assert(order == 12, "constructors ran in their order");
}
