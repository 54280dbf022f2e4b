/* A ring buffer of bytes between an interrupt handler and a main loop. */
#ifndef SUT_H
#define SUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef RING_SIZE
#define RING_SIZE 4
#endif

struct ring {
  uint8_t data[RING_SIZE];
  size_t head;  /* where the next byte is taken from */
  size_t count; /* how many bytes are waiting */
  size_t lost;  /* how many bytes found no room */
};

void ring_init(struct ring *ring);

/* Whether the indices of a ring are in range. */
bool ring_is_valid(const struct ring *ring);

/* Adds a byte. False if there is no room; the byte is then counted as lost. */
bool ring_put(struct ring *ring, uint8_t byte);

/* Takes the oldest byte. False if there is none. */
bool ring_get(struct ring *ring, uint8_t *byte);

/* Adds bytes as long as there is room, and says how many. */
size_t ring_write(struct ring *ring, const uint8_t *bytes, size_t length);

#endif
