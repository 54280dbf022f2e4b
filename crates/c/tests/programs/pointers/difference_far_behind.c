// args:
// expect: unsafe
// fails: pointer@11
int main(void)
{
  int row[4];
  int *end = row + 4;
  __CPROVER_assert(end - row == 4, "just behind the end is allowed");
  int *behind = end;
  behind++;
  long distance = behind - row;
  (void)distance;
}
