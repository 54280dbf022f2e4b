// args:
// expect: unsafe
// fails: pointer@9
// doubt: cbmc lets a literal be written; C says that it is undefined
// A string literal must not be written.
int main(void)
{
  char *word = (char *)"abc";
  word[0] = 'x';
  return word[0];
}
