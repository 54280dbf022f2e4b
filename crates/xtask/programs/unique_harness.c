/* Two sorted arrays become one without repeated values: the result rises strictly, each of its values is in an array, and each value of
   an array is in the result. */
#include <assert.h>

#ifndef SIZE
#define SIZE 2
#endif

int nondet_int(void);
int unite(const int *left, int lefts, const int *right, int rights, int *out);

static int contains(const int *values, int count, int wanted)
{
  for (int i = 0; i < count; i++)
    if (values[i] == wanted)
      return 1;
  return 0;
}

static void fill(int *values, int count)
{
  for (int i = 0; i < count; i++) {
    values[i] = nondet_int();
    __CPROVER_assume(i == 0 || values[i - 1] <= values[i]);
  }
}

int main(void)
{
  int left[SIZE], right[SIZE], out[2 * SIZE];
  int lefts = nondet_int(), rights = nondet_int();
  __CPROVER_assume(lefts >= 0 && lefts <= SIZE);
  __CPROVER_assume(rights >= 0 && rights <= SIZE);
  fill(left, lefts);
  fill(right, rights);
  int count = unite(left, lefts, right, rights, out);
  assert(count >= 0 && count <= lefts + rights);
  for (int i = 0; i < count; i++) {
    assert(i == 0 || out[i - 1] < out[i]);
    assert(contains(left, lefts, out[i]) || contains(right, rights, out[i]));
  }
  for (int i = 0; i < lefts; i++)
    assert(contains(out, count, left[i]));
  for (int i = 0; i < rights; i++)
    assert(contains(out, count, right[i]));
  return 0;
}
