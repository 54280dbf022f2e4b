// args:
// exit: 2
// says: a `;` or an operator is missing here
// says: missing_semicolon.c:7:
#include <assert.h>
int main(void) {
  int x = 1
  assert(x == 1);
}
