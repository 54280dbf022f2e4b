// args:
// expect: safe
// fails:
struct s { int a, b; };
int main(void)
{
  struct s s;
  int *p = &s.b;
  __CPROVER_assert(__CPROVER_same_object(p, &s), "one object");
  __CPROVER_assert(__CPROVER_POINTER_OFFSET(p) == 4, "in bytes");
  __CPROVER_assert(__CPROVER_OBJECT_SIZE(p) == sizeof s, "of the whole");
}
