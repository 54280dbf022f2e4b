// args:
// expect: safe
// fails:
struct inner { int a; char b; };
struct outer { struct inner first, second; int c; };
int main(void)
{
  struct outer o = {{1, 2}, {3, 4}, 5}, copy;
  copy = o;
  copy.second.a = 9;
  __CPROVER_assert(o.second.a == 3 && copy.second.a == 9 && copy.c == 5, "a deep copy");
}
