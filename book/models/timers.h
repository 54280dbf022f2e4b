/* Deadlines of timers, the earliest first. */
#include <stdbool.h>

#define MOST 3

struct timers {
  unsigned count;
  unsigned char deadline[MOST];
};

/* Adds a deadline; false if there is no room. */
bool timers_add(struct timers *timers, unsigned char deadline);
