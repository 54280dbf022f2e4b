// args:
// expect: unsafe
// fails: assertion@10
enum op { ADD, SUB, MUL };
int apply(enum op op, int a, int b)
{
  switch (op) {
  case ADD: return a + b;
  case SUB: return a - b;
  default: __CPROVER_assert(0, "no case for MUL");
  }
  return 0;
}
int main(void)
{
  return apply(ADD, 1, 2) + apply(SUB, 1, 2) + apply(MUL, 2, 3);
}
