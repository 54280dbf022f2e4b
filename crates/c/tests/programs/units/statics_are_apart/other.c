static int n = 2;
static int get(void)
{
  return n;
}
int other(void)
{
  return get();
}
