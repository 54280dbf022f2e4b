// args:
// expect: unsafe
// fails: bounds@9
// The row ends after three columns, although the matrix goes on.
int main(void)
{
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int column = 3;
  return m[0][column];
}
