// args:
// expect: safe
// fails:
// The value of an assignment is what the field holds afterwards.
struct s { unsigned n : 4; };
int main(void)
{
  struct s s;
  int value = (s.n = 20);
  __CPROVER_assert(value == 4, "cut to four bits");
}
