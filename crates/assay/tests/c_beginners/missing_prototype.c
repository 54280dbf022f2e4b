// args:
// exit: 1
// says: the function `put` is called without a declaration
// says: `put` has no body: it returns anything and changes nothing
// says: name the file that defines it, or write a stub
// says: main.no_body.1
// says: missing_prototype.c:10:
#include <assert.h>
int main(void) {
  int r = put(3);
  assert(r == r);
}
