// args: --unwind 4
// expect: safe
// fails:
int total(int rows[][2], int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += rows[i][0] + rows[i][1];
  return sum;
}
int main(void)
{
  int m[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  __CPROVER_assert(total(m, 3) == 21, "all rows");
}
