// The same bytes with several types.
#include <stdio.h>
#include <stdint.h>

union number {
    float f;
    uint32_t w;
    unsigned char b[4];
    int16_t h[2];
};

struct tagged {
    int kind;
    union {
        int i;
        double d;
        struct {
            short lo, hi;
        };
    };
};

int main(void) {
    union number n;
    n.f = 1.5f;
    printf("%x %d %d\n", n.w, n.b[3], n.h[1]);
    n.b[0] = 0xff;
    n.h[1] = -2;
    printf("%x\n", n.w);
    struct tagged t = {1, {.i = 0x20001}}, u = t;
    u.hi = 7;
    printf("%d %d %d\n", t.lo, t.hi, u.i);
    u.d = -2.25;
    t = u;
    printf("%.3f\n", t.d);
    union number c = {.w = 0x40490fdb};
    printf("%.4f\n", c.f);
    return 0;
}
