#include <assert.h>
#include "timers.h"

unsigned char nondet_uchar(void);
struct timers nondet_timers(void);

struct timers timers;

/* Whether the deadlines are in order. */
static bool sorted(const struct timers *timers)
{
  for (unsigned i = 1; i < timers->count; i++)
    if (timers->deadline[i - 1] > timers->deadline[i])
      return false;
  return true;
}

/* How often a deadline is there. */
static unsigned times(const struct timers *timers, unsigned char deadline)
{
  unsigned n = 0;
  for (unsigned i = 0; i < timers->count; i++)
    n += timers->deadline[i] == deadline;
  return n;
}

int main(void)
{
  timers = nondet_timers();
  __CPROVER_assume(timers.count <= MOST && sorted(&timers));
  struct timers before = timers;
  unsigned char deadline = nondet_uchar(), any = nondet_uchar();

  bool added = timers_add(&timers, deadline);

  assert(added == (before.count < MOST));
  assert(timers.count == before.count + added);
  assert(sorted(&timers));
  assert(times(&timers, any) == times(&before, any) + (added && any == deadline));
}
