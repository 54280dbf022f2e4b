// args:
// expect: safe
// fails:
int main(void)
{
  const char word[] = "ab" "cd";
  __CPROVER_assert(sizeof word == 5 && word[2] == 'c', "one literal");
  __CPROVER_assert(sizeof("a\0b") == 4, "a zero inside");
  __CPROVER_assert("xyz"[1] == 'y', "indexed directly");
}
