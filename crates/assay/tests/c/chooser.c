/* Only the second way is taken, and nothing looks at the result. */
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);

int last;

int way(int kind) {
  switch (kind) {
  case 1:
    return 10;
  default:
    return 20;
  }
}

int main(void) {
  int kind = nondet_int();
  __CPROVER_assume(kind == 2);
  last = way(kind);
  __CPROVER_assert(last > 0, "positive");
  return 0;
}
