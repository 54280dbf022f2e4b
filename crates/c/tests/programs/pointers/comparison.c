// args: --unwind 5
// expect: safe
// fails:
int main(void)
{
  char a[4];
  char *p = a;
  while (p < a + 4)
    *p++ = 0;
  __CPROVER_assert(p == a + 4 && a < p && p >= a, "ordered in one object");
}
