int second(int x);
int first(int x)
{
  return second(x) + 1;
}
