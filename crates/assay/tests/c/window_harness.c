/* The result is looked at only where it is greater than 1: a hole. */
int nondet_int(void);
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
int widest(const int *row, int length);

int main(void) {
  int row[3];
  int length = nondet_int();
  __CPROVER_assume(length >= 1 && length <= 3);
  for (int at = 0; at < length; at++)
    row[at] = nondet_int();
  int best = widest(row, length);
  __CPROVER_assert(best <= length, "no wider than the row");
  int at = nondet_int();
  __CPROVER_assume(at >= 1 && at < length);
  __CPROVER_assume(best > 1);
  __CPROVER_assert(best >= (row[at] == row[at - 1] ? 2 : 1), "wide enough");
  return 0;
}
