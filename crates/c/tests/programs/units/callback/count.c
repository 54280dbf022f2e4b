int count_if(const int *a, int n, int (*p)(int))
{
  int count = 0;
  for (int i = 0; i < n; i++)
    count += p(a[i]) != 0;
  return count;
}
