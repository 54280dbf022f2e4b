int nondet_int(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
int g;
int main(void) {
  int x = nondet_int(), *h = malloc(2 * sizeof *h), y;
  __CPROVER_assume(x >= 0 && x < 3);
  if (!h) return 1;
  h[0] = x; h[1] = 2;
  memcpy(&g, h + 1, sizeof g);
  __CPROVER_assert(g == 2, "copied");
  y = h[0] / g;
  free(h);
  int (*op)(void) = nondet_int;
  return y + op();
}
