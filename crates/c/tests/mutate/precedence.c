/* Operators that bind more or less strongly than what they replace. */
#define TEN 10
#define ADD(a, b) a + b

int f(int a, int b, int c)
{
  int r = a + b - c;
  r = a - b * c;
  r = a * (b + c) - TEN * c;
  r = a < b == c;
  r = a && b || c && TEN;
  r = a | b & c ^ 1;
  r = ADD(a, b) - ADD(b, c) * 2;
  r = a - -b + (c-1) - ++b;
  r = a-1-+1;
  return r;
}
