// Widths, signs, neighbours, assignments and their values.
#include <stdio.h>
#include <string.h>

struct s {
    unsigned a : 3;
    int b : 5;
    unsigned c : 1;
    _Bool d : 1;
    long long e : 40;
    unsigned char f : 4, g : 4;
    int : 0;
    int h : 9;
};

union u {
    struct {
        unsigned low : 4;
        unsigned high : 28;
    } part;
    unsigned all;
};

int main(void) {
    struct s x;
    memset(&x, 0, sizeof x);
    x.a = 9;
    x.b = 17;
    x.c = 3;
    x.d = 4;
    x.e = -5;
    x.f = 200;
    x.g = 3;
    x.h = 255;
    printf("%d %d %d %d %lld %d %d %d\n", x.a, x.b, x.c, x.d, (long long)x.e, x.f, x.g, x.h);
    int v = x.a = 12;
    int w = x.b += 20;
    printf("%d %d %d %d\n", v, w, x.a, x.b);
    x.h++;
    x.a--;
    --x.f;
    printf("%d %d %d %d\n", x.h, x.a, x.f, x.b++);
    unsigned char raw[sizeof x];
    memcpy(raw, &x, sizeof x);
    for (unsigned i = 0; i < sizeof x; i++)
        printf("%02x", raw[i]);
    union u y = {.all = 0x12345678};
    y.part.low = 0xa;
    printf("\n%x %x\n", y.part.high, y.all);
    struct s z = {1, -1, 0, 1, 1LL << 38, 2, 3, -4};
    struct s t = z;
    printf("%d %d %lld %d %zu\n", t.a, t.b, (long long)t.e, t.h, sizeof(struct s));
    return x.a;
}
