/* ring_put keeps any valid ring valid, and stores the byte if there is room. */
#include <assert.h>

#include "sut.h"

uint8_t nondet_uint8(void);
struct ring nondet_ring(void);

void harness(void)
{
  struct ring ring = nondet_ring();
  __CPROVER_assume(ring_is_valid(&ring));
  size_t before = ring.count;
  uint8_t byte = nondet_uint8();

  bool stored = ring_put(&ring, byte);

  assert(ring_is_valid(&ring));
  assert(stored == (before < RING_SIZE));
  assert(ring.count == before + stored);
}
