// Functions of the library that have no body.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    char a[20] = "hello", b[20];
    printf("%zu %d %d %d\n", strlen(a), sign(strcmp(a, "help")), sign(strcmp(a, "he")), strcmp(a, "hello"));
    strcpy(b, a);
    strncat(b, " world", 4);
    printf("%s %d %s %s\n", b, (int)(strchr(b, 'o') - b), strrchr(b, 'o'), strstr(b, "lo"));
    memset(a, 'x', 3);
    memmove(a + 1, a, 5);
    printf("%s %d %d\n", a, sign(memcmp(a, b, 3)), strncmp("abc", "abd", 2));
    strncpy(b, "hi", 5);
    char *d = strdup(b);
    printf("%s %d %d %d\n", d, b[4], abs(-3), atoi(" -42x"));
    free(d);
    printf("%d %d %d %d\n", __builtin_clz(1), __builtin_ctz(8), __builtin_popcount(255), __builtin_ffs(4));
    printf("%x %d\n", __builtin_bswap32(0x12345678), (int)__builtin_expect(5, 1));
    int r;
    unsigned char c;
    printf("%d ", __builtin_add_overflow(2147483647, 1, &r));
    printf("%d %d ", r, __builtin_mul_overflow(16, 16, &c));
    printf("%d %d ", c, __builtin_sub_overflow(3, 5, &r));
    printf("%d\n", r);
    int *z = calloc(3, sizeof *z);
    printf("%d %zu\n", z[2], strspn("aabc", "ab"));
    free(z);
    exit(7);
}
