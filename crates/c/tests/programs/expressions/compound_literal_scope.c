// args:
// expect: unsafe
// fails: pointer@11
// The literal ends with its block.
int main(void)
{
  int *p = 0;
  {
    p = (int[]){1, 2};
  }
  return p[0];
}
