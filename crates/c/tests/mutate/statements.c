/* Statements in unusual places. */
#define SWAP(x, y) do { int t = x; x = y; y = t; } while (0)
#define BOTH(x) x = 1; x++
#define SET(x, v) x = v;
#define IF(c) if (c)

int f(int a, int b, int n)
{
  int *p = &a;
  _Static_assert(sizeof(int) > 1, "int");
  a = sizeof(a + 1);
again:
  a = 1; b = 2; n++; a--; b--;
  if (a) b = 1; else n = 2;
  if (b) if (n) a = b; else a = n;
  SWAP(a, b);
  BOTH(a);
  SET(b, 3)
  IF (a > b) goto again;
  for (int i = 0, j = 1; i < n /* bound */; i++, j--) a += (i ? j : 1) << 1;
  switch (a) { case 1: b = 1; break; case 2: case 3: return(b); default: ; }
  while (a < 5 // a comment
         && b) { a++; break; }
  do { n--; } while ((n > 0));
  *p = ({ int z = a; z + 1; });
  return p[n > 0 ? 1 : 0] + sizeof(int[3]) + f(b, a, (a, b)) + sizeof -b;
}
