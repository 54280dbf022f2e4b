// args: --unwind 8
// expect: unsafe
// fails: bounds@9
int main(void)
{
  const char *from = "hello";
  char to[4];
  int i = 0;
  while ((to[i] = from[i]))
    i++;
}
