// args:
// expect: safe
// fails:
int main(void)
{
  int x = 1;
  goto end;
  x = 2;
end:
  __CPROVER_assert(x == 1, "jumped over");
}
