/* The read and the division are open values of one expression, and the interpreter took the one for the other. */
int nondet_int(void);
int b[4];
int main(void) {
  int x = nondet_int(), *p = &b[4];
  *p %= x;
  *p /= *p;
}
