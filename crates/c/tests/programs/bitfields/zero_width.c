// args:
// expect: safe
// fails:
struct s { unsigned char a : 2; unsigned char : 0; unsigned char b : 2; };
int main(void)
{
  struct s s = {3, 1};
  unsigned char *bytes = (unsigned char *)&s;
  __CPROVER_assert(sizeof s == 2, "a new byte begins");
  __CPROVER_assert((bytes[0] & 3) == 3 && (bytes[1] & 3) == 1, "layout");
}
