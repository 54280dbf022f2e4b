// args:
// expect: safe
// fails:
// doubt: cbmc does not promote the sides of ?: if they have one type; C does
int main(void)
{
  __CPROVER_assert(sizeof(char) == 1 && sizeof(short) == 2, "small types");
  __CPROVER_assert(sizeof(int) == 4 && sizeof(long) == 8, "LP64");
  __CPROVER_assert(sizeof(long long) == 8 && sizeof(void *) == 8, "pointers");
  __CPROVER_assert(sizeof('a') == 4 && sizeof(1L) == 8, "constants");
  __CPROVER_assert(sizeof(1 ? (char)1 : (char)2) == 4, "promotion under sizeof");
}
