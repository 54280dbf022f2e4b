// overflow overflow overflow overflow overflow overflow overflow overflow
#include <limits.h>
int main(void) {
    int x = INT_MAX;
    x + 1;
    x++;
    -x;
    x / -1;
    x % -1;
    x *= 2;
    x = 1 << 31;
    x = INT_MAX;
    x -= -1;
    return 0;
}
