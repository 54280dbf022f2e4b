// args:
// exit: 1
// says: this goes on after 64 iterations; no bound is given for it
// says: --unwind N, --unwindset or --max-unwind set a bound
// says: main.unwinding.1
// says: what comes after the bound is not checked
// says: no_bound.c:12:
#include <assert.h>
int nondet_int(void);
int main(void) {
  int n = 0;
  while (nondet_int())
    n = (n + 1) % 10;
  assert(n < 10);
}
