#include <assert.h>
#include "timers.h"

unsigned char nondet_uchar(void);

int main(void)
{
  struct timers timers = { 0 };
  unsigned char first = nondet_uchar(), second = nondet_uchar();
  __CPROVER_assume(first < second);
  __CPROVER_assume(second < first + 1);
  timers_add(&timers, second);
  timers_add(&timers, first);
  assert(timers.deadline[0] == first);
}
