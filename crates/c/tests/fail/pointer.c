// pointer pointer pointer pointer pointer pointer
#include <stdlib.h>
int *leak(void) {
    int local = 1;
    return &local;
}
int main(void) {
    int *p = 0, x = 1, y;
    *p = 1;
    p = leak();
    x += *p;
    p = malloc(4);
    if (p == 0)
        return 1;
    p[1] = 2;
    free(p);
    x = *p;
    p = &x;
    p < &y;
    p = (int *)8;
    return *p;
}
