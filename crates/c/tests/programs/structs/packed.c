// args:
// expect: safe
// fails:
struct __attribute__((packed)) s { char a; int b; short c; };
int main(void)
{
  struct s s = {1, 0x01020304, 5};
  __CPROVER_assert(sizeof s == 7, "no padding");
  __CPROVER_assert(((unsigned char *)&s)[1] == 4, "the low byte comes first");
}
