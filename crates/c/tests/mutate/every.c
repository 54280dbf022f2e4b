/* A place for every mutator. */
#include <assert.h>
#define LIMIT 8
#define SQUARE(x) ((x) * (x))

int table[LIMIT];

int sum(const int *from, int count);

static int clamp(int value, int low, int high)
{
  if (value < low && low != 0) return low;
  if (value > high) { value = high; }
  return !value ? -value : ~value;
}

unsigned mix(unsigned a, unsigned b)
{
  a ^= b << 3;
  return (a & 0xffu) | b >> 1;
}

int *first(int *p)
{
  assert(p != 0);
  return p + clamp(*p, 1, 2);
}

int main(void)
{
  table[1 + 0] = clamp(3, 1, 2);
  assert(sum(table, LIMIT) >= 0);
  return 0;
}

int sum(const int *from, int count)
{
  int total = 0, i;
  for (i = 0; i < count; i++) total += from[i];
  do --i; while (i > 0);
  while (i < 2) {
    ++i; total -= i;
    if (total == 'x') continue;
  }
  return total - i * 2 + SQUARE(i + 1);
}
