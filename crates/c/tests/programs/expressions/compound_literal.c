// args:
// expect: safe
// fails:
struct point { int x, y; };
int sum(const struct point *p)
{
  return p->x + p->y;
}
int main(void)
{
  __CPROVER_assert(sum(&(struct point){3, 4}) == 7, "a structure");
  int *a = (int[]){1, 2, 3};
  a[1] = 20;
  __CPROVER_assert(a[0] + a[1] + a[2] == 24, "an array that can be written");
}
