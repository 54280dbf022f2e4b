#include "timers.h"

bool timers_add(struct timers *timers, unsigned char deadline)
{
  if (timers->count == MOST)
    return false;
  unsigned at = timers->count;
  while (at > 0 && timers->deadline[at - 1] > deadline) {
    timers->deadline[at] = timers->deadline[at - 1];
    at--;
  }
  timers->deadline[at] = deadline;
  timers->count++;
  return true;
}
