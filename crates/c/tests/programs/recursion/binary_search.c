// args: --unwind 4
// expect: safe
// fails:
int search(const int *a, int low, int high, int key)
{
  if (low >= high)
    return -1;
  int middle = low + (high - low) / 2;
  if (a[middle] == key)
    return middle;
  return a[middle] < key ? search(a, middle + 1, high, key) : search(a, low, middle, key);
}
int nondet_int(void);
int main(void)
{
  int a[4] = {2, 3, 5, 7};
  int key = nondet_int();
  int at = search(a, 0, 4, key);
  __CPROVER_assert(at == -1 || a[at] == key, "found");
  __CPROVER_assert(at != -1 || (key != 2 && key != 7), "nothing is missed");
}
