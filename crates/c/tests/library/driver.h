/* What the drivers share: random values, and the functions that models use. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static unsigned long long state = 1;

static unsigned long long random_word(void)
{
    state += 0x9e3779b97f4a7c15ULL;
    unsigned long long z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static unsigned long below(unsigned long bound)
{
    return random_word() % bound;
}

/* A text of few different characters, so that parts of texts are equal often. */
static void random_text(char *text, unsigned long size)
{
    unsigned long length = below(size);
    for (unsigned long i = 0; i < length; i++)
        text[i] = "abAB\xe9"[below(5)];
    text[length] = 0;
}

#define CHECK(condition, what)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("%s: line %d: %s\n", what, __LINE__, #condition);                                                   \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* An assumption that does not hold goes back to here. */
static jmp_buf again;

void __CPROVER_assume(_Bool condition)
{
    if (!condition)
        longjmp(again, 1);
}

/* Whether a precondition is expected to fail, and whether one did. */
static int expecting, refused;

void __CPROVER_precondition(_Bool condition, const char *text)
{
    if (expecting && !condition) {
        refused = 1;
        longjmp(again, 1);
    }
    CHECK(condition, text);
}

/* Whether open values are 0 or 1. */
static int narrow;

/* Often small, so that assumptions hold often. */
long nondet_assay_long(void)
{
    if (narrow)
        return below(2);
    switch (below(4)) {
    case 0:
        return random_word();
    case 1:
        return (long)below(262) - 3;
    default:
        return (long)below(40) - 3;
    }
}

size_t nondet_assay_size(void)
{
    return nondet_assay_long();
}

ssize_t nondet_assay_ssize(void)
{
    return nondet_assay_long();
}

int nondet_assay_int(void)
{
    return nondet_assay_long();
}

unsigned nondet_assay_uint(void)
{
    return nondet_assay_long();
}

char nondet_assay_char(void)
{
    return random_word();
}
