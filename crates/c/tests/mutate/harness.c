/* The first file is the harness. */
#include "program.h"
#define TRIES 2
int search(const int *a, int key);
int nondet_int(void);
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);

int main(void)
{
  int a[SIZE];
  int i;
  for (i = 0; LESS(i, SIZE); STEP(i)) a[i] = nondet_int();
  __CPROVER_assume(a[0] > TRIES);
  __CPROVER_assert(search(a, a[half(SIZE)]) >= 0, "found");
  return 0;
}
