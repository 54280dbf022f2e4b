// args:
// expect: unsafe
// fails: overflow@9 shift@9
// The type of the result is that of the left operand: int, although the sum is long.
int main(void)
{
  long sum = 0;
  for (int i = 30; i < 33; i++)
    sum += 1 << i;
  return sum > 0;
}
