// args:
// exit: 1
// says: `scanf` has no body: it returns anything and changes nothing
// says: main.no_body.1
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 0;
  printf("x? ");
  scanf("%d", &x);
  assert(x == 0);
}
