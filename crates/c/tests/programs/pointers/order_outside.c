// args:
// expect: unsafe
// fails: pointer@8
// Pointers that are compared by order have to be in an object, or just behind it.
int main(void)
{
  int a[4], *first = a, *end = a + 4, *far = a + 6;
  int order = far > first;
  return order + (end > first);
}
