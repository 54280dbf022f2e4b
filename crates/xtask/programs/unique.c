/* Merges two sorted arrays and leaves out what was written last. */
int unite(const int *left, int lefts, const int *right, int rights, int *out)
{
  int i = 0, j = 0, count = 0;

  while (i < lefts || j < rights) {
    int next;
    if (j >= rights || (i < lefts && left[i] <= right[j]))
      next = left[i++];
    else
      next = right[j++];
    if (count == 0 || out[count - 1] != next)
      out[count++] = next;
  }
  return count;
}
