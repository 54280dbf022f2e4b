/* Compares the models of conversions, sorting and mathematics with the library's functions. */
#define _GNU_SOURCE
#include "driver.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>

extern int *model___errno_location(void);
extern __typeof__(abs) model_abs;
extern __typeof__(labs) model_labs;
extern __typeof__(llabs) model_llabs;
extern __typeof__(imaxabs) model_imaxabs;
extern __typeof__(div) model_div;
extern __typeof__(ldiv) model_ldiv;
extern __typeof__(lldiv) model_lldiv;
extern __typeof__(atoi) model_atoi;
extern __typeof__(atol) model_atol;
extern __typeof__(atoll) model_atoll;
extern __typeof__(qsort) model_qsort;
extern __typeof__(bsearch) model_bsearch;

static void random_number(char *text)
{
    static const char *const heads[] = {"", " ", "\t\n\v\f\r ", "-", "+", " -", "+-", "0x", "-0X", "0", "- "};
    static const char *const ends[] = {"9223372036854775807", "9223372036854775808", "9223372036854775809",
                                       "18446744073709551615", "18446744073709551616", "2147483648", ""};
    unsigned long length = sprintf(text, "%s", heads[below(11)]);
    if (below(4) == 0) {
        sprintf(text + length, "%s", ends[below(7)]);
        return;
    }
    unsigned long digits = below(22), kinds = below(3);
    for (unsigned long i = 0; i < digits; i++)
        text[length++] = kinds == 0 ? "01"[below(2)] : kinds == 1 ? "0123456789"[below(10)] : "09afzAFZxg."[below(11)];
    text[length] = 0;
}

#define NUMBER(name, type)                                                                                             \
    do {                                                                                                               \
        extern type model_##name(const char *, char **, int);                                                          \
        char *left_end = 0, *right_end = 0;                                                                            \
        errno = *model___errno_location() = 0;                                                                         \
        type left = model_##name(text, &left_end, base);                                                               \
        type right = name(text, &right_end, base);                                                                     \
        CHECK(left == right, text);                                                                                    \
        CHECK(left_end == right_end, text);                                                                            \
        CHECK(*model___errno_location() == errno, text);                                                               \
    } while (0)

static void conversions(void)
{
    char text[64];
    random_number(text);
    int bases[] = {10, 10, 0, 16, 8, 2, 36, (int)below(40) - 1};
    int base = bases[below(8)];
    NUMBER(strtol, long);
    NUMBER(strtoll, long long);
    NUMBER(strtoul, unsigned long);
    NUMBER(strtoull, unsigned long long);
    CHECK(model_atoi(text) == atoi(text), text);
    CHECK(model_atol(text) == atol(text), text);
    CHECK(model_atoll(text) == atoll(text), text);
}

static void arithmetic(void)
{
    long x = (long)random_word() >> below(64), y = (long)random_word() >> below(64);
    CHECK(model_labs(x) == labs(x), "labs");
    CHECK(model_llabs(x) == llabs(x), "llabs");
    CHECK(model_imaxabs(x) == imaxabs(x), "imaxabs");
    int i = x, j = y;
    if (i != -2147483647 - 1)
        CHECK(model_abs(i) == abs(i), "abs");
    if (y != 0 && y != -1) {
        ldiv_t left = model_ldiv(x, y), right = ldiv(x, y);
        CHECK(left.quot == right.quot && left.rem == right.rem, "ldiv");
        lldiv_t wide = model_lldiv(x, y);
        CHECK(wide.quot == right.quot && wide.rem == right.rem, "lldiv");
    }
    if (j != 0 && j != -1) {
        div_t left = model_div(i, j), right = div(i, j);
        CHECK(left.quot == right.quot && left.rem == right.rem, "div");
    }
}

static int compare(const void *left, const void *right)
{
    const int *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void sorting(void)
{
    int left[12], right[12];
    unsigned long count = below(13);
    for (unsigned long i = 0; i < count; i++)
        left[i] = right[i] = below(20);
    model_qsort(left, count, sizeof *left, compare);
    qsort(right, count, sizeof *right, compare);
    CHECK(memcmp(left, right, count * sizeof *left) == 0, "qsort");
    int key = below(20);
    int *found = model_bsearch(&key, left, count, sizeof *left, compare);
    int *expected = bsearch(&key, right, count, sizeof *right, compare);
    CHECK(!found == !expected && (!found || *found == key), "bsearch");
}

#define SAME(left, right, what)                                                                                        \
    do {                                                                                                               \
        __typeof__(left) l = left, r = right;                                                                          \
        CHECK((l != l && r != r) || memcmp(&l, &r, sizeof l) == 0, what);                                              \
    } while (0)

#define UNARY(type, name)                                                                                              \
    do {                                                                                                               \
        extern type model_##name(type);                                                                                \
        SAME(model_##name(x), name(x), #name);                                                                         \
    } while (0)

#define BINARY(type, name)                                                                                             \
    do {                                                                                                               \
        extern type model_##name(type, type);                                                                          \
        SAME(model_##name(x, y), name(x, y), #name);                                                                   \
    } while (0)

#define CLASS(type, name)                                                                                              \
    do {                                                                                                               \
        extern int model_##name(type);                                                                                 \
        extern int name(type);                                                                                         \
        CHECK(!model_##name(x) == !(name)(x), #name);                                                                  \
    } while (0)

#define TO_LONG(type, name)                                                                                            \
    do {                                                                                                               \
        extern __typeof__(name) model_##name;                                                                          \
        if (x > -1e18 && x < 1e18)                                                                                     \
            CHECK(model_##name(x) == name(x), #name);                                                                  \
    } while (0)

/* The two zeros count as equal for fmin and fmax. */
#define CHOICE(type, name)                                                                                             \
    do {                                                                                                               \
        extern type model_##name(type, type);                                                                          \
        if (!(x == 0 && y == 0))                                                                                       \
            SAME(model_##name(x, y), name(x, y), #name);                                                               \
    } while (0)

#define MATHEMATICS(type, suffix)                                                                                      \
    static void mathematics##suffix(type x, type y)                                                                    \
    {                                                                                                                  \
        UNARY(type, fabs##suffix);                                                                                     \
        UNARY(type, trunc##suffix);                                                                                    \
        UNARY(type, floor##suffix);                                                                                    \
        UNARY(type, ceil##suffix);                                                                                     \
        UNARY(type, round##suffix);                                                                                    \
        BINARY(type, copysign##suffix);                                                                                \
        BINARY(type, fdim##suffix);                                                                                    \
        CHOICE(type, fmin##suffix);                                                                                    \
        CHOICE(type, fmax##suffix);                                                                                    \
        CLASS(type, __isnan##suffix);                                                                                  \
        CLASS(type, isnan##suffix);                                                                                    \
        CLASS(type, __isinf##suffix);                                                                                  \
        CLASS(type, isinf##suffix);                                                                                    \
        CLASS(type, __finite##suffix);                                                                                 \
        CLASS(type, finite##suffix);                                                                                   \
        CLASS(type, __signbit##suffix);                                                                                \
        TO_LONG(type, lround##suffix);                                                                                 \
        TO_LONG(type, llround##suffix);                                                                                \
        extern int model___fpclassify##suffix(type);                                                                   \
        CHECK(model___fpclassify##suffix(x) == fpclassify(x), "fpclassify");                                           \
        extern type model_modf##suffix(type, type *);                                                                  \
        type left, right;                                                                                              \
        SAME(model_modf##suffix(x, &left), modf##suffix(x, &right), "modf");                                           \
        SAME(left, right, "modf");                                                                                     \
    }

MATHEMATICS(double, )
MATHEMATICS(float, f)

static double random_double(void)
{
    static const double specials[] = {0.0, -0.0, 0.5, -0.5, 1.5, -2.5, 0.49999999999999994, 4503599627370495.5,
                                      INFINITY, -INFINITY, NAN, 5e-324, 1e308, 8388607.5, 0.49999997f};
    unsigned long long word = random_word();
    double x;
    switch (below(3)) {
    case 0:
        return specials[below(15)];
    case 1:
        memcpy(&x, &word, sizeof x);
        /* The standard says nothing of signalling NaNs. */
        return x == x ? x : NAN;
    default:
        return ldexp((double)(long)word, -(int)below(70));
    }
}

int main(void)
{
    for (int i = 0; i < 50000; i++) {
        conversions();
        arithmetic();
        sorting();
        double x = random_double(), y = random_double();
        mathematics(x, y);
        mathematicsf(x, y);
    }
    return 0;
}
