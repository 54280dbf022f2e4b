// precondition precondition precondition
#include <stdlib.h>
int main(void) {
    int x;
    char *p = malloc(10);
    free(&x);
    free(p + 1);
    free(p);
    free(p);
    free(0);
    return 0;
}
