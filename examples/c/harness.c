/*
 * What is put into an empty ring comes out in the same order.
 *
 *   assay check harness.c sut.c --unwind 6
 *
 * Everything holds, and yet the harness leaves holes: it never fills the ring, so that nobody notices what ring_put does then;
 * it starts at index 0, so that the ring never wraps around; and it does not look at `lost`. `assay cover` finds them.
 */
#include <assert.h>

#include "sut.h"

uint8_t nondet_uint8(void);
size_t nondet_size(void);

int main(void)
{
  struct ring ring;
  uint8_t sent[3], received;
  size_t length = nondet_size();
  __CPROVER_assume(length <= 3);

  ring_init(&ring);
  for (size_t i = 0; i < length; i++)
    sent[i] = nondet_uint8();

  assert(ring_write(&ring, sent, length) == length);
  assert(ring_is_valid(&ring));

  for (size_t i = 0; i < length; i++) {
    assert(ring_get(&ring, &received));
    assert(received == sent[i]);
  }
  assert(!ring_get(&ring, &received));
  return 0;
}
