// args: --unwind 4
// expect: unsafe
// fails: bounds@9
int main(void)
{
  int m[2][3] = {0};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      m[j][i] = 1;
  return m[0][0];
}
