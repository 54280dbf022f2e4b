/* The array was dead on the path that had jumped, because it had come to life on the other one before. */
int nondet_int(void);
void *memset(void *, int, unsigned long);
int main(void) {
  int i = 0;
again:
  if (i++ < 1 && nondet_int())
    goto again;
  int m[4];
  memset(m, 88, 2 * sizeof(int));
  return m[0];
}
