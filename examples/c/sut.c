#include "sut.h"

void ring_init(struct ring *ring)
{
  ring->head = 0;
  ring->count = 0;
  ring->lost = 0;
}

bool ring_is_valid(const struct ring *ring)
{
  return ring != NULL && ring->head < RING_SIZE && ring->count <= RING_SIZE;
}

bool ring_put(struct ring *ring, uint8_t byte)
{
  if (ring->count == RING_SIZE) {
    if (ring->lost < SIZE_MAX)
      ring->lost++;
    return false;
  }
  ring->data[(ring->head + ring->count) % RING_SIZE] = byte;
  ring->count++;
  return true;
}

bool ring_get(struct ring *ring, uint8_t *byte)
{
  if (ring->count == 0)
    return false;
  *byte = ring->data[ring->head];
  ring->head = (ring->head + 1) % RING_SIZE;
  ring->count--;
  return true;
}

size_t ring_write(struct ring *ring, const uint8_t *bytes, size_t length)
{
  size_t written = 0;
  while (written < length && ring_put(ring, bytes[written]))
    written++;
  return written;
}
