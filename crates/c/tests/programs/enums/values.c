// args:
// expect: safe
// fails:
enum level { LOW, MIDDLE = 5, HIGH, ALIAS = LOW, NEGATIVE = -2, AFTER };
int main(void)
{
  __CPROVER_assert(LOW == 0 && MIDDLE == 5 && HIGH == 6, "counting on");
  __CPROVER_assert(ALIAS == 0 && AFTER == -1, "counting from a given value");
  __CPROVER_assert(sizeof(enum level) == sizeof(int), "an int");
}
