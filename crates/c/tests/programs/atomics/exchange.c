// args:
// expect: safe
// fails:
int nondet_int(void);
int main(void)
{
  int value = nondet_int(), before = value;
  int expected = nondet_int(), guess = expected, wanted = nondet_int();
  _Bool done = __atomic_compare_exchange_n(&value, &expected, wanted, 0, 5, 5);
  __CPROVER_assert(done == (guess == before), "whether it was equal");
  __CPROVER_assert(expected == before, "what was there");
  __CPROVER_assert(value == (done ? wanted : before), "what is there");
  int from = 3, old;
  __atomic_exchange(&value, &from, &old, 5);
  __CPROVER_assert(value == 3 && (old == wanted || old == before), "through pointers");
  __atomic_load(&value, &from, 5);
  __CPROVER_assert(from == 3, "loaded");
  int *here = &value, *there = &from;
  __CPROVER_assert(__sync_bool_compare_and_swap(&here, &value, there), "pointers");
  __CPROVER_assert(here == &from, "it points elsewhere");
  char flag = 0;
  __CPROVER_assert(!__atomic_test_and_set(&flag, 5) && flag, "a flag");
}
