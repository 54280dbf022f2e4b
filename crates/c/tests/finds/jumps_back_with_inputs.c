/* From the third pass on, what the jump back leaves open had other names in the interpreter than in the formula. */
int nondet_int(void);
int main(void) {
  int i = 0, j = 0, x, y;
first:;
  x = nondet_int();
second:
  y = nondet_int();
  __CPROVER_assert(x != 5 || y != 7 || i + j < 3, "p");
  if (i++ < 2)
    goto first;
  if (j++ < 2)
    goto second;
  while (i-- > 0)
  third:
    if (nondet_int())
      goto third;
}
