#include <assert.h>
#include "timers.h"

unsigned char nondet_uchar(void);

struct timers timers;

int main(void)
{
  timers_add(&timers, nondet_uchar());
  timers_add(&timers, nondet_uchar());
  for (unsigned i = 1; i < timers.count; i++)
    assert(timers.deadline[i - 1] <= timers.deadline[i]);
}
