// args:
// expect: safe
// fails:
union u { char c; int i; double d; char name[13]; };
int main(void)
{
  __CPROVER_assert(sizeof(union u) == 16, "of the largest member, aligned");
  union u a, b;
  a.i = 5;
  b = a;
  __CPROVER_assert(b.i == 5, "copied");
}
