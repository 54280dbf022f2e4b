// args:
// expect: unsafe
// fails: assertion@9
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int main(void)
{
  int i = 5;
  int m = MAX(i++, 3);
  __CPROVER_assert(m == 5 && i == 6, "incremented twice");
}
