/* The program that is mutated. */
#include "program.h"
#define OP -
#define CHECK(c) __CPROVER_assert(c, "internal")
void __CPROVER_assert(_Bool, const char *);

int search(const int *a, int key)
{
  int i = 0;
  while (LESS(i, SIZE)) {
    if (a[i] == key) return i;
    STEP(i);
    CHECK(i <= SIZE);
  }
  return OP 1;
}

int twice(int x)
{
  return x OP OP x;
}
