/* A byte that is neither 0 nor 1 was another truth value in the interpreter. */
int main(void) {
  unsigned char u = 2;
  _Bool *p = (_Bool *)&u, b;
  __CPROVER_assert(*p == 0 || *p == 1, "p");
  __CPROVER_assert(b == 0 || b == 1, "b");
  return *p ? 3 : 4;
}
