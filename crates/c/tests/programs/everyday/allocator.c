// args: --unwind 4
// expect: safe
// fails:
// A pool of fixed blocks.
#include <stddef.h>
#define BLOCKS 3
static unsigned char used[BLOCKS];
static int pool[BLOCKS];
static int *take(void)
{
  for (int i = 0; i < BLOCKS; i++)
    if (!used[i]) {
      used[i] = 1;
      return &pool[i];
    }
  return NULL;
}
static void give(int *block)
{
  used[block - pool] = 0;
}
int main(void)
{
  int *a = take(), *b = take(), *c = take();
  __CPROVER_assert(a && b && c && a != b && b != c && a != c, "three blocks");
  __CPROVER_assert(take() == NULL, "no more");
  give(b);
  __CPROVER_assert(take() == b, "the free one");
}
