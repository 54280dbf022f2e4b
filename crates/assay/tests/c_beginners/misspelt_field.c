// args:
// exit: 2
// says: `struct ring` has no field `haed`
// says: did you mean `head`?
// says: misspelt_field.c:10:
#include <assert.h>
struct ring { int head; };
int main(void) {
  struct ring r = { 0 };
  assert(r.haed == 0);
}
