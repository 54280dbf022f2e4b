// args:
// exit: 2
// says: inline assembler is not supported
// says: inline_assembler.c:8:
#include <assert.h>
int main(void) {
  int x = 1;
  __asm__("addl $1, %0" : "+r"(x));
  assert(x == 2);
}
