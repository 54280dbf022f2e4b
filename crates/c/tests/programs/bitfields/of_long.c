// args:
// expect: safe
// fails:
// A field that fits `int` is an `int` in expressions, also if it is declared with `long`.
struct s { unsigned long a : 5; unsigned long b : 32; long c : 31; long d : 33; };
int main(void)
{
  struct s x = {0};
  __CPROVER_assert(sizeof(x.a + 0) == 4 && sizeof(x.c + 0) == 4, "int");
  __CPROVER_assert(sizeof(x.d + 0) == 8, "long");
  __CPROVER_assert(x.a - 1 < 0, "signed");
  __CPROVER_assert(x.b - 1 > 0, "unsigned");
  x.a += 40;
  __CPROVER_assert(x.a == 8 && ~x.a == -9, "cut");
}
