// precondition precondition precondition pointer
#include <string.h>
int main(void) {
    char a[4], b[8] = "abcdefg", c[3] = {'a', 'b', 'c'};
    memcpy(a, b, 5);
    memcpy(b, b + 1, 4);
    memset(a, 0, 5);
    return strlen(c);
}
