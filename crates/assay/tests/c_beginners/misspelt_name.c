// args:
// exit: 2
// says: `cuont` is not declared
// says: did you mean `count`?
// says: misspelt_name.c:9:
#include <assert.h>
int main(void) {
  int count = 1;
  assert(cuont == 1);
}
