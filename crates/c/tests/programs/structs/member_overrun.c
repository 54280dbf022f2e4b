// args:
// expect: unsafe
// fails: bounds@10
// The write stays in the structure, and leaves the array.
struct s { int a[2]; int b; };
int main(void)
{
  struct s s = {{1, 2}, 3};
  int i = 2;
  s.a[i] = 9;
  return s.b;
}
