/* Models of <stdlib.h> and of errno. Numbers are read as in the locale "C". */

/* shared __assay_size
   `size_t` of the system that is compiled for. */
typedef __typeof__(sizeof 0) __assay_size;

/* shared __assay_ssize
   `ssize_t`, which is as wide. */
typedef __typeof__((char *)0 - (char *)0) __assay_ssize;

/* model __errno_location
   The macro `errno` of glibc's header calls this. */
int *__errno_location(void)
{
    static int number;
    return &number;
}

/* model abs */
int abs(int value)
{
    return value < 0 ? -value : value;
}

/* model labs */
long labs(long value)
{
    return value < 0 ? -value : value;
}

/* model llabs */
long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

/* model imaxabs */
long imaxabs(long value)
{
    return value < 0 ? -value : value;
}

/* model div */
typedef struct {
    int quot;
    int rem;
} div_t;
div_t div(int dividend, int divisor)
{
    div_t result;
    result.quot = dividend / divisor;
    result.rem = dividend % divisor;
    return result;
}

/* model ldiv */
typedef struct {
    long quot;
    long rem;
} ldiv_t;
ldiv_t ldiv(long dividend, long divisor)
{
    ldiv_t result;
    result.quot = dividend / divisor;
    result.rem = dividend % divisor;
    return result;
}

/* model lldiv */
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;
lldiv_t lldiv(long long dividend, long long divisor)
{
    lldiv_t result;
    result.quot = dividend / divisor;
    result.rem = dividend % divisor;
    return result;
}

/* shared __assay_digit
   The value of a digit of a base up to 36, or 36. */
static int __assay_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* shared __assay_read_number
   Reads spaces, a sign and digits. Gives the digits' value, saturated at the limit, and says whether that happened. */
struct __assay_number {
    unsigned long long value;
    int negative;
    int saturated;
};
static struct __assay_number __assay_read_number(const char *text, char **end, int base,
                                                 unsigned long long limit, unsigned long long negative_limit)
{
    struct __assay_number number = {0, 0, 0};
    const char *at = text;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return number;
    }
    if (end != 0)
        *end = (char *)text;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at == '+' || *at == '-') {
        number.negative = *at == '-';
        at++;
    }
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __assay_digit(at[2]) < 16) {
        at += 2;
        base = 16;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    if (number.negative)
        limit = negative_limit;
    /* Usually constants, as limit and base are. */
    unsigned long long most = limit / base, last = limit % base;
    while (__assay_digit(*at) < base) {
        unsigned long long digit = __assay_digit(*at);
        if (number.saturated || number.value > most || (number.value == most && digit > last)) {
            number.saturated = 1;
            number.value = limit;
        } else {
            number.value = number.value * base + digit;
        }
        at++;
        if (end != 0)
            *end = (char *)at;
    }
    if (number.saturated)
        *__errno_location() = 34;
    return number;
}

/* model strtol */
long strtol(const char *text, char **end, int base)
{
    unsigned long limit = ~(unsigned long)0 / 2;
    struct __assay_number number = __assay_read_number(text, end, base, limit, (unsigned long long)limit + 1);
    if (!number.negative)
        return number.value;
    return number.value > limit ? (-(long)limit - 1) : -(long)number.value;
}

/* model strtoll */
long long strtoll(const char *text, char **end, int base)
{
    unsigned long long limit = ~(unsigned long long)0 / 2;
    struct __assay_number number = __assay_read_number(text, end, base, limit, (unsigned long long)limit + 1);
    if (!number.negative)
        return number.value;
    return number.value > limit ? (-(long long)limit - 1) : -(long long)number.value;
}

/* model strtoul
   A minus sign negates without a sign, but not what is saturated. */
unsigned long strtoul(const char *text, char **end, int base)
{
    unsigned long limit = ~(unsigned long)0;
    struct __assay_number number = __assay_read_number(text, end, base, limit, limit);
    unsigned long value = number.value;
    return number.negative && !number.saturated ? -value : value;
}

/* model strtoull
   A minus sign negates without a sign, but not what is saturated. */
unsigned long long strtoull(const char *text, char **end, int base)
{
    unsigned long long limit = ~(unsigned long long)0;
    struct __assay_number number = __assay_read_number(text, end, base, limit, limit);
    unsigned long long value = number.value;
    return number.negative && !number.saturated ? -value : value;
}

/* model atoi
   What an int cannot hold is cut off after it was read as a long, as glibc does. */
int atoi(const char *text)
{
    unsigned long limit = ~(unsigned long)0 / 2;
    struct __assay_number number = __assay_read_number(text, 0, 10, limit, (unsigned long long)limit + 1);
    if (!number.negative)
        return (int)number.value;
    return number.value > limit ? (int)(-(long)limit - 1) : (int)-(long)number.value;
}

/* model atol */
long atol(const char *text)
{
    unsigned long limit = ~(unsigned long)0 / 2;
    struct __assay_number number = __assay_read_number(text, 0, 10, limit, (unsigned long long)limit + 1);
    if (!number.negative)
        return number.value;
    return number.value > limit ? (-(long)limit - 1) : -(long)number.value;
}

/* model atoll */
long long atoll(const char *text)
{
    unsigned long long limit = ~(unsigned long long)0 / 2;
    struct __assay_number number = __assay_read_number(text, 0, 10, limit, (unsigned long long)limit + 1);
    if (!number.negative)
        return number.value;
    return number.value > limit ? (-(long long)limit - 1) : -(long long)number.value;
}

/* model qsort */
void qsort(void *base, __assay_size count, __assay_size size, int (*compare)(const void *, const void *))
{
    char *first = base;
    for (__assay_size i = 1; i < count; i++) {
        for (__assay_size j = i; j > 0; j--) {
            char *right = first + j * size;
            char *left = right - size;
            if (compare(left, right) <= 0)
                break;
            for (__assay_size k = 0; k < size; k++) {
                char byte = left[k];
                left[k] = right[k];
                right[k] = byte;
            }
        }
    }
}

/* model bsearch */
void *bsearch(const void *key, const void *base, __assay_size count, __assay_size size,
              int (*compare)(const void *, const void *))
{
    const char *first = base;
    while (count > 0) {
        __assay_size half = count / 2;
        const char *middle = first + half * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            first = middle + size;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return 0;
}

/* model rand */
int nondet_assay_int(void);
int rand(void)
{
    int value = nondet_assay_int();
    __CPROVER_assume(value >= 0);
    return value;
}

/* model random */
int nondet_assay_int(void);
long random(void)
{
    int value = nondet_assay_int();
    __CPROVER_assume(value >= 0);
    return value;
}

/* model rand_r */
int nondet_assay_int(void);
unsigned nondet_assay_uint(void);
int rand_r(unsigned *seed)
{
    *seed = nondet_assay_uint();
    int value = nondet_assay_int();
    __CPROVER_assume(value >= 0);
    return value;
}

/* model srand */
void srand(unsigned seed)
{
    (void)seed;
}

/* model srandom */
void srandom(unsigned seed)
{
    (void)seed;
}

/* model getenv */
int nondet_assay_int(void);
char *getenv(const char *name)
{
    (void)name;
    return nondet_assay_int() ? __assay_any_text() : 0;
}

/* model setenv */
int nondet_assay_int(void);
int setenv(const char *name, const char *value, int replace)
{
    (void)name;
    (void)value;
    (void)replace;
    return nondet_assay_int() ? 0 : -1;
}

/* model unsetenv */
int nondet_assay_int(void);
int unsetenv(const char *name)
{
    (void)name;
    return nondet_assay_int() ? 0 : -1;
}

/* model putenv */
int nondet_assay_int(void);
int putenv(char *text)
{
    (void)text;
    return nondet_assay_int() ? 0 : -1;
}

/* model system */
int nondet_assay_int(void);
int system(const char *command)
{
    (void)command;
    return nondet_assay_int();
}

/* model exit
   Nothing happens after the end. Functions that `atexit` was given are not called; it has no model. */
void exit(int status)
{
    (void)status;
    __CPROVER_assume(0);
}

/* model _exit */
void _exit(int status)
{
    (void)status;
    __CPROVER_assume(0);
}

/* model _Exit */
void _Exit(int status)
{
    (void)status;
    __CPROVER_assume(0);
}

/* model abort */
void abort(void)
{
    __CPROVER_assume(0);
}
