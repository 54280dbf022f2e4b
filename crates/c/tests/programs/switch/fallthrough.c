// args:
// expect: safe
// fails:
int weight(int kind)
{
  int w = 0;
  switch (kind) {
  case 2:
    w += 10;
  case 1:
    w += 5;
    break;
  case 0:
    w = 1;
  }
  return w;
}
int main(void)
{
  __CPROVER_assert(weight(2) == 15 && weight(1) == 5, "falls through");
  __CPROVER_assert(weight(0) == 1 && weight(9) == 0, "no case");
}
