// args: --unwindset main.0:3,main.1:4
// expect: unsafe
// fails: unwinding@9
// The inner loop has the smaller number, and runs three times.
int main(void)
{
  int n = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      n++;
  return n;
}
