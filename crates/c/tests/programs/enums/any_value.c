// args:
// expect: unsafe
// fails: bounds@11
// A variable of an enumeration type may hold other values.
enum colour { RED, GREEN, BLUE };
int nondet_int(void);
int main(void)
{
  enum colour c = (enum colour)nondet_int();
  int table[3] = {1, 2, 3};
  return table[c];
}
