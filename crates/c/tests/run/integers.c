// Conversions, promotions, wrapping, division, shifts, wide types.
#include <stdio.h>
#include <limits.h>
#include <stdint.h>
#include <stdbool.h>

static unsigned char narrow(int x) { return x; }
static long widen(unsigned x) { return x; }

int main(void) {
    signed char c = (signed char)200;
    unsigned char u = 200;
    short s = (short)70000;
    printf("%d %d %d %d %ld %ld\n", c, u, s, narrow(-1), widen(-1), (long)(int)3000000000u);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
    printf("%u %d %d %u\n", -1 > 0u, -1 < 0, (unsigned char)-1 > 0, 5u - 6u);
    printf("%d %d %d %x\n", -8 >> 1, 1 << 30, c >> 3, ~0u >> 4);
    unsigned long long big = ULLONG_MAX;
    printf("%llu %llu %lld %d\n", big / 10, big % 1000, (long long)big, big == -1);
    u += 100;
    c -= 1;
    s *= 3;
    printf("%d %d %d\n", u, c, s);
    u = 255;
    u++;
    c = -128;
    c = c - 1;
    printf("%d %d\n", u, c);
    bool b = 256;
    b += 5;
    bool d = b--;
    printf("%d %d %d %d\n", b, d, (bool)0.5, !b);
    unsigned __int128 w = (unsigned __int128)big * big;
    printf("%llx %llx\n", (unsigned long long)(w >> 64), (unsigned long long)w);
    __int128 n = -((__int128)1 << 100);
    printf("%lld %d\n", (long long)(n / ((__int128)1 << 60)), n < 0);
    int x = 5;
    x <<= 3;
    x |= 3;
    x ^= 0xf;
    x &= ~4;
    x >>= 1;
    x %= 7;
    int y = x++;
    y += ++x;
    printf("%d %d %d\n", x, y, x ? x : 9);
    int8_t i8 = INT8_MIN;
    uint16_t u16 = 40000;
    printf("%d %d %d %d\n", -i8, u16 * 2, (int8_t)u16, x ?: 4);
    printf("%d %d %d\n", 3 > 2 > 1, 0 || 2, 1 && 0.0);
    enum { A, B = 5, C };
    printf("%d %zu %d\n", C, sizeof(A), 'a' + B);
    return (x, 3, 42);
}
