/* Compares the models of texts, bytes and characters with the library's functions. */
#define _GNU_SOURCE
#include "driver.h"
#include <ctype.h>
#include <strings.h>

extern __typeof__(memchr) model_memchr;
extern __typeof__(memrchr) model_memrchr;
extern __typeof__(memcmp) model_memcmp;
extern __typeof__(bcmp) model_bcmp;
extern __typeof__(bzero) model_bzero;
extern __typeof__(bcopy) model_bcopy;
extern __typeof__(mempcpy) model_mempcpy;
extern __typeof__(strlen) model_strlen;
extern __typeof__(strnlen) model_strnlen;
extern __typeof__(strcpy) model_strcpy;
extern __typeof__(stpcpy) model_stpcpy;
extern __typeof__(strncpy) model_strncpy;
extern unsigned long model_strlcpy(char *, const char *, unsigned long);
extern __typeof__(strcat) model_strcat;
extern __typeof__(strncat) model_strncat;
extern __typeof__(strcmp) model_strcmp;
extern __typeof__(strcoll) model_strcoll;
extern __typeof__(strncmp) model_strncmp;
extern __typeof__(strcasecmp) model_strcasecmp;
extern __typeof__(strncasecmp) model_strncasecmp;
extern __typeof__(strchr) model_strchr;
extern __typeof__(strchrnul) model_strchrnul;
extern __typeof__(index) model_index;
extern __typeof__(strrchr) model_strrchr;
extern __typeof__(rindex) model_rindex;
extern __typeof__(strstr) model_strstr;
extern __typeof__(strspn) model_strspn;
extern __typeof__(strcspn) model_strcspn;
extern __typeof__(strpbrk) model_strpbrk;
extern __typeof__(strtok) model_strtok;
extern __typeof__(strtok_r) model_strtok_r;
extern __typeof__(strsep) model_strsep;
extern __typeof__(strdup) model_strdup;
extern __typeof__(strndup) model_strndup;
extern __typeof__(__ctype_b_loc) model___ctype_b_loc;

static int order(int x)
{
    return (x > 0) - (x < 0);
}

/* Both have written the same bytes. */
static char first[64], second[64];

static void fill(void)
{
    for (int i = 0; i < 64; i++)
        first[i] = second[i] = random_word();
}

#define SAME(what) CHECK(memcmp(first, second, sizeof first) == 0, what)

static void read_only(const char *a, const char *b)
{
    int c = "abAB\xe9z"[below(7)];
    unsigned long n = below(12), length = strlen(a);
    CHECK(model_strlen(a) == length, "strlen");
    CHECK(model_strnlen(a, n) == strnlen(a, n), "strnlen");
    CHECK(model_memchr(a, c, length) == memchr(a, c, length), "memchr");
    CHECK(model_memrchr(a, c, length) == memrchr(a, c, length), "memrchr");
    unsigned long both = strlen(b) < length ? strlen(b) : length;
    CHECK(order(model_memcmp(a, b, both)) == order(memcmp(a, b, both)), "memcmp");
    CHECK(!model_bcmp(a, b, both) == !bcmp(a, b, both), "bcmp");
    CHECK(order(model_strcmp(a, b)) == order(strcmp(a, b)), "strcmp");
    CHECK(order(model_strcoll(a, b)) == order(strcoll(a, b)), "strcoll");
    CHECK(order(model_strncmp(a, b, n)) == order(strncmp(a, b, n)), "strncmp");
    CHECK(order(model_strcasecmp(a, b)) == order(strcasecmp(a, b)), "strcasecmp");
    CHECK(order(model_strncasecmp(a, b, n)) == order(strncasecmp(a, b, n)), "strncasecmp");
    CHECK(model_strchr(a, c) == strchr(a, c), "strchr");
    CHECK(model_strchrnul(a, c) == strchrnul(a, c), "strchrnul");
    CHECK(model_index(a, c) == index(a, c), "index");
    CHECK(model_strrchr(a, c) == strrchr(a, c), "strrchr");
    CHECK(model_rindex(a, c) == rindex(a, c), "rindex");
    CHECK(model_strstr(a, b) == strstr(a, b), "strstr");
    CHECK(model_strspn(a, b) == strspn(a, b), "strspn");
    CHECK(model_strcspn(a, b) == strcspn(a, b), "strcspn");
    CHECK(model_strpbrk(a, b) == strpbrk(a, b), "strpbrk");
    char *copy = model_strdup(a), *part = model_strndup(a, n), *expected = strndup(a, n);
    CHECK(strcmp(copy, a) == 0, "strdup");
    CHECK(strcmp(part, expected) == 0, "strndup");
    free(copy);
    free(part);
    free(expected);
}

static void writing(const char *a, const char *b)
{
    unsigned long n = below(20);
    fill();
    CHECK(model_strcpy(first, a) - first == strcpy(second, a) - second, "strcpy");
    SAME("strcpy");
    CHECK(model_strcat(first, b) - first == strcat(second, b) - second, "strcat");
    SAME("strcat");
    CHECK(model_strncat(first, a, n) - first == strncat(second, a, n) - second, "strncat");
    SAME("strncat");
    fill();
    CHECK(model_strncpy(first, a, n) - first == strncpy(second, a, n) - second, "strncpy");
    SAME("strncpy");
    CHECK(model_stpcpy(first, b) - first == stpcpy(second, b) - second, "stpcpy");
    SAME("stpcpy");
    unsigned long size = below(strlen(a) + 1);
    CHECK((char *)model_mempcpy(first, a, size) - first == (char *)mempcpy(second, a, size) - second, "mempcpy");
    SAME("mempcpy");
    model_bzero(first + 3, n);
    bzero(second + 3, n);
    SAME("bzero");
    model_bcopy(first + 2, first + 7, n);
    bcopy(second + 2, second + 7, n);
    SAME("bcopy");
    CHECK(model_strlcpy(first, a, n) == strlen(a), "strlcpy");
    if (n > 0)
        snprintf(second, n, "%s", a);
    SAME("strlcpy");
}

static void tokens(const char *text, const char *set)
{
    char *rest, *left, *right, *left_rest, *right_rest;
    fill();
    strcpy(first, text);
    strcpy(second, text);
    left = model_strtok(first, set);
    right = strtok(second, set);
    for (int i = 0; i < 12; i++) {
        CHECK(left ? left - first == right - second : right == 0, "strtok");
        left = model_strtok(0, set);
        right = strtok(0, set);
    }
    SAME("strtok");
    strcpy(first, text);
    int count = 0, other = 0;
    for (left = model_strtok_r(first, set, &rest); left; left = model_strtok_r(0, set, &rest))
        count++;
    strcpy(second, text);
    for (right = strtok(second, set); right; right = strtok(0, set))
        other++;
    CHECK(count == other, "strtok_r");
    SAME("strtok_r");
    left_rest = strcpy(first, text);
    right_rest = strcpy(second, text);
    do {
        left = model_strsep(&left_rest, set);
        right = strsep(&right_rest, set);
        CHECK(left ? left - first == right - second : right == 0, "strsep");
    } while (right);
    SAME("strsep");
}

#define CLASS(name)                                                                                                    \
    do {                                                                                                               \
        extern int model_##name(int);                                                                                  \
        CHECK(model_##name(c) == (name)(c), #name);                                                                    \
    } while (0)

static void characters(void)
{
    for (int c = -1; c < 256; c++) {
        CLASS(isalnum);
        CLASS(isalpha);
        CLASS(isblank);
        CLASS(iscntrl);
        CLASS(isdigit);
        CLASS(isgraph);
        CLASS(islower);
        CLASS(isprint);
        CLASS(ispunct);
        CLASS(isspace);
        CLASS(isupper);
        CLASS(isxdigit);
        CLASS(isascii);
        CLASS(toascii);
        CLASS(tolower);
        CLASS(toupper);
    }
    for (int c = -128; c < 256; c++)
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "__ctype_b_loc");
}

int main(void)
{
    for (int i = 0; i < 20000; i++) {
        char a[16], b[5];
        random_text(a, sizeof a);
        random_text(b, sizeof b);
        read_only(a, b);
        writing(a, b);
        read_only(b, a);
        tokens(a, b);
    }
    characters();
    return 0;
}
