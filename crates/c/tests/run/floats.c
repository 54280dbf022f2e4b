// Arithmetic, conversions, comparisons, special values.
#include <stdio.h>

static float half(float x) { return x / 2; }

int main(void) {
    double third = 1.0 / 3;
    float single = third;
    printf("%.17f %.17f\n", third, single);
    printf("%d %d %d %u\n", (int)-2.9, (int)2.9f, (char)65.7, (unsigned)3e9);
    printf("%.6f %.6f\n", (double)16777217, (float)16777217);
    printf("%.3f %.3f\n", (double)-5 / 2, half(3));
    double zero = 0, inf = 1 / zero, nan = inf - inf;
    printf("%d %d %d %d\n", inf > 1e308, nan == nan, nan != nan, nan < 1);
    printf("%d %d\n", -zero == zero, 1 / -zero < 0);
    float acc = 0;
    for (int i = 0; i < 1000; i++)
        acc += 0.1f;
    printf("%.10f\n", acc);
    acc *= 2, acc -= 0.5, acc++;
    printf("%.10f %d\n", acc, acc ? 1 : 2);
    long long big = 1LL << 53;
    printf("%d %d\n", (double)(big + 1) == (double)big, (float)0.1 == 0.1);
    int i = 7;
    i *= 1.5;
    i += 0.9f;
    printf("%d %.2f\n", i, i / 4 + i / 4.0);
    return (int)(acc / 10);
}
