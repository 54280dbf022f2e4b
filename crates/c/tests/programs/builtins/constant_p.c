// args:
// expect: safe
// fails:
int main(void)
{
  __CPROVER_assert(__builtin_constant_p(3 + 4), "a constant");
  __CPROVER_assert(__builtin_types_compatible_p(int, signed int), "one type");
  __CPROVER_assert(__builtin_choose_expr(1, 2, "text") == 2, "chosen");
}
