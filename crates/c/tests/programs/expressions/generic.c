// args:
// expect: safe
// fails:
// doubt: cbmc does not let the array decay; C11 as corrected (DR 481) and GCC do
#define KIND(x) _Generic((x), int: 1, unsigned: 2, char *: 3, default: 4)
int main(void)
{
  short s = 0;
  char text[2];
  __CPROVER_assert(KIND(1) == 1 && KIND(1u) == 2, "by type");
  __CPROVER_assert(KIND(text) == 3 && KIND(s) == 4 && KIND(+s) == 1, "arrays decay, promotion counts");
}
