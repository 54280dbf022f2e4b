/* Models of <math.h>: what is exact without rounding, and the functions behind the macros that classify numbers. */

/* shared __assay_bits */
union __assay_bits {
    double number;
    unsigned long long word;
};

/* model fabs */
double fabs(double x)
{
    union __assay_bits bits = {x};
    bits.word &= ~(1ULL << 63);
    return bits.number;
}

/* model copysign */
double copysign(double x, double y)
{
    union __assay_bits size = {x}, sign = {y};
    size.word = (size.word & ~(1ULL << 63)) | (sign.word & (1ULL << 63));
    return size.number;
}

/* model fmin
   A NaN counts as missing. */
double fmin(double x, double y)
{
    if (x != x)
        return y;
    return y < x ? y : x;
}

/* model fmax
   A NaN counts as missing. */
double fmax(double x, double y)
{
    if (x != x)
        return y;
    return y > x ? y : x;
}

/* model fdim */
double fdim(double x, double y)
{
    return x <= y ? 0 : x - y;
}

/* shared __assay_trunc
   Numbers from 4503599627370496.0 on have no bits behind the point. The sign is kept, also that of a zero. */
static double __assay_trunc(double x)
{
    if (!(x > -4503599627370496.0 && x < 4503599627370496.0))
        return x;
    union __assay_bits from = {x}, to = {(double)(long long)x};
    to.word |= from.word & (1ULL << 63);
    return to.number;
}

/* model trunc */
double trunc(double x)
{
    return __assay_trunc(x);
}

/* model floor */
double floor(double x)
{
    double whole = __assay_trunc(x);
    return whole > x ? whole - 1 : whole;
}

/* model ceil
   Minus a fraction is rounded to the negative zero. */
double ceil(double x)
{
    double whole = __assay_trunc(x);
    return whole < x ? whole + 1 : whole;
}

/* shared __assay_round
   Ties are rounded away from zero. */
static double __assay_round(double x)
{
    double whole = __assay_trunc(x);
    if (whole == x)
        return x;
    if (x - whole >= 0.5)
        return whole + 1;
    if (x - whole <= -0.5)
        return whole - 1;
    return whole;
}

/* model round */
double round(double x)
{
    return __assay_round(x);
}

/* model modf */
double modf(double x, double *whole)
{
    *whole = __assay_trunc(x);
    union __assay_bits from = {x}, rest = {*whole == x ? 0.0 : x - *whole};
    rest.word |= from.word & (1ULL << 63);
    return x != x ? x : rest.number;
}

/* model __isnan */
int __isnan(double x)
{
    return x != x;
}

/* model isnan */
int isnan(double x)
{
    return __isnan(x);
}

/* model __isinf
   1 or -1 for an infinity. */
int __isinf(double x)
{
    union __assay_bits bits = {x};
    if (bits.word << 1 != 2047ULL << 52 << 1)
        return 0;
    return x > 0 ? 1 : -1;
}

/* model isinf */
int isinf(double x)
{
    return __isinf(x);
}

/* model __finite */
int __finite(double x)
{
    union __assay_bits bits = {x};
    return bits.word << 1 < 2047ULL << 52 << 1;
}

/* model finite */
int finite(double x)
{
    return __finite(x);
}

/* model __signbit */
int __signbit(double x)
{
    union __assay_bits bits = {x};
    return bits.word >> 63 != 0;
}

/* model __fpclassify
   0 to 4: NaN, infinite, zero, subnormal, normal. */
int __fpclassify(double x)
{
    union __assay_bits bits = {x};
    unsigned long long size = bits.word & ~(1ULL << 63);
    if (x != x)
        return 0;
    if (size == 2047ULL << 52)
        return 1;
    if (size == 0)
        return 2;
    return size >> 52 == 0 ? 3 : 4;
}

/* model lround */
long lround(double x)
{
    return (long)__assay_round(x);
}

/* model llround */
long long llround(double x)
{
    return (long long)__assay_round(x);
}

/* shared __assay_bitsf */
union __assay_bitsf {
    float number;
    unsigned word;
};

/* model fabsf */
float fabsf(float x)
{
    union __assay_bitsf bits = {x};
    bits.word &= ~(1U << 31);
    return bits.number;
}

/* model copysignf */
float copysignf(float x, float y)
{
    union __assay_bitsf size = {x}, sign = {y};
    size.word = (size.word & ~(1U << 31)) | (sign.word & (1U << 31));
    return size.number;
}

/* model fminf
   A NaN counts as missing. */
float fminf(float x, float y)
{
    if (x != x)
        return y;
    return y < x ? y : x;
}

/* model fmaxf
   A NaN counts as missing. */
float fmaxf(float x, float y)
{
    if (x != x)
        return y;
    return y > x ? y : x;
}

/* model fdimf */
float fdimf(float x, float y)
{
    return x <= y ? 0 : x - y;
}

/* shared __assay_truncf
   Numbers from 8388608.0f on have no bits behind the point. The sign is kept, also that of a zero. */
static float __assay_truncf(float x)
{
    if (!(x > -8388608.0f && x < 8388608.0f))
        return x;
    union __assay_bitsf from = {x}, to = {(float)(int)x};
    to.word |= from.word & (1U << 31);
    return to.number;
}

/* model truncf */
float truncf(float x)
{
    return __assay_truncf(x);
}

/* model floorf */
float floorf(float x)
{
    float whole = __assay_truncf(x);
    return whole > x ? whole - 1 : whole;
}

/* model ceilf
   Minus a fraction is rounded to the negative zero. */
float ceilf(float x)
{
    float whole = __assay_truncf(x);
    return whole < x ? whole + 1 : whole;
}

/* shared __assay_roundf
   Ties are rounded away from zero. */
static float __assay_roundf(float x)
{
    float whole = __assay_truncf(x);
    if (whole == x)
        return x;
    if (x - whole >= 0.5f)
        return whole + 1;
    if (x - whole <= -0.5f)
        return whole - 1;
    return whole;
}

/* model roundf */
float roundf(float x)
{
    return __assay_roundf(x);
}

/* model modff */
float modff(float x, float *whole)
{
    *whole = __assay_truncf(x);
    union __assay_bitsf from = {x}, rest = {*whole == x ? 0.0f : x - *whole};
    rest.word |= from.word & (1U << 31);
    return x != x ? x : rest.number;
}

/* model __isnanf */
int __isnanf(float x)
{
    return x != x;
}

/* model isnanf */
int isnanf(float x)
{
    return __isnanf(x);
}

/* model __isinff
   1 or -1 for an infinity. */
int __isinff(float x)
{
    union __assay_bitsf bits = {x};
    if (bits.word << 1 != 255U << 23 << 1)
        return 0;
    return x > 0 ? 1 : -1;
}

/* model isinff */
int isinff(float x)
{
    return __isinff(x);
}

/* model __finitef */
int __finitef(float x)
{
    union __assay_bitsf bits = {x};
    return bits.word << 1 < 255U << 23 << 1;
}

/* model finitef */
int finitef(float x)
{
    return __finitef(x);
}

/* model __signbitf */
int __signbitf(float x)
{
    union __assay_bitsf bits = {x};
    return bits.word >> 31 != 0;
}

/* model __fpclassifyf
   0 to 4: NaN, infinite, zero, subnormal, normal. */
int __fpclassifyf(float x)
{
    union __assay_bitsf bits = {x};
    unsigned size = bits.word & ~(1U << 31);
    if (x != x)
        return 0;
    if (size == 255U << 23)
        return 1;
    if (size == 0)
        return 2;
    return size >> 23 == 0 ? 3 : 4;
}

/* model lroundf */
long lroundf(float x)
{
    return (long)__assay_roundf(x);
}

/* model llroundf */
long long llroundf(float x)
{
    return (long long)__assay_roundf(x);
}
