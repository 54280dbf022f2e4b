// args:
// expect: unsafe
// fails: no_body@7 assertion@9
int measure(int channel);
int main(void)
{
  int x = measure(3);
  if (x > 10)
    __CPROVER_assert(x > 20, "any result");
}
