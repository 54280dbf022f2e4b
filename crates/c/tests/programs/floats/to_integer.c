// args:
// expect: safe
// fails:
int main(void)
{
  __CPROVER_assert((int)2.9 == 2 && (int)-2.9 == -2, "towards zero");
  __CPROVER_assert((unsigned char)65.5f == 65, "narrow");
}
