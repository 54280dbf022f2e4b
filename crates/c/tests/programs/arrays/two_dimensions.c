// args: --unwind 4
// expect: safe
// fails:
int main(void)
{
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      sum += m[i][j];
  __CPROVER_assert(sum == 21, "all cells");
  __CPROVER_assert(sizeof m == 6 * sizeof(int) && sizeof m[0] == 3 * sizeof(int), "sizes");
}
