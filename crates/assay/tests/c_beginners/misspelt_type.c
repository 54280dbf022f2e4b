// args:
// exit: 2
// says: `unit8_t` is no type that is known here: include the header that declares it
// says: misspelt_type.c:7:
#include <assert.h>
int main(void) {
  unit8_t x = 1;
  assert(x == 1);
}
