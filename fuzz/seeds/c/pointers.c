int v[4] = {4, 3, 2, 1};
int *at(int *p, int n) { return p + n; }
int main(void) {
  int x = 3, *p = &x, **q = &p;
  char *bytes = (char *)v;
  *at(v, 1) = *p;
  p = &v[2];
  **q = bytes[0] + (int)(p - v);
  *(short *)&v[3] = 7;
  if (p > v && p != (void *)0)
    p[-1]++;
  return *p + v[1] + v[3];
}
