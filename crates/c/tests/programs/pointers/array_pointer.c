// args:
// expect: safe
// fails:
int main(void)
{
  int m[3][4] = {[2] = {1, 2, 3, 4}};
  int (*row)[4] = m;
  row += 2;
  __CPROVER_assert((*row)[3] == 4 && row[-2][0] == 0, "whole rows");
}
