// args:
// exit: 1
// says: the function `assert` is called without a declaration
// says: violated  main.assertion.1
// says: no_assert_header.c:8:
int main(void) {
  int x = 2;
  assert(x == 3);
}
