/* Models of <string.h>. Locales other than "C" are not modelled. */

/* model memchr */
void *memchr(const void *object, int value, __assay_size size)
{
    const unsigned char *bytes = object;
    for (__assay_size i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)value)
            return (void *)(bytes + i);
    return 0;
}

/* model memrchr */
void *memrchr(const void *object, int value, __assay_size size)
{
    const unsigned char *bytes = object;
    for (__assay_size i = size; i > 0; i--)
        if (bytes[i - 1] == (unsigned char)value)
            return (void *)(bytes + (i - 1));
    return 0;
}

/* shared __assay_compare_bytes */
static int __assay_compare_bytes(const void *left, const void *right, __assay_size size)
{
    const unsigned char *a = left, *b = right;
    for (__assay_size i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] - b[i];
    return 0;
}

/* model memcmp */
int memcmp(const void *left, const void *right, __assay_size size)
{
    return __assay_compare_bytes(left, right, size);
}

/* model mempcpy */
void *memcpy(void *to, const void *from, __assay_size size);
void *mempcpy(void *to, const void *from, __assay_size size)
{
    memcpy(to, from, size);
    return (char *)to + size;
}

/* model strlen */
__assay_size strlen(const char *text)
{
    __assay_size length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

/* model strnlen */
__assay_size strnlen(const char *text, __assay_size limit)
{
    __assay_size length = 0;
    while (length < limit && text[length] != 0)
        length++;
    return length;
}

/* model strcpy */
char *strcpy(char *to, const char *from)
{
    __assay_size i = 0;
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

/* model stpcpy */
char *stpcpy(char *to, const char *from)
{
    __assay_size i = 0;
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to + i;
}

/* model strncpy */
char *strncpy(char *to, const char *from, __assay_size size)
{
    __assay_size i = 0;
    while (i < size && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    while (i < size) {
        to[i] = 0;
        i++;
    }
    return to;
}

/* model strlcpy */
__assay_size strlcpy(char *to, const char *from, __assay_size size)
{
    __assay_size i = 0;
    while (from[i] != 0) {
        if (i + 1 < size)
            to[i] = from[i];
        i++;
    }
    if (size > 0)
        to[i < size ? i : size - 1] = 0;
    return i;
}

/* model strcat */
char *strcat(char *to, const char *from)
{
    __assay_size length = 0;
    while (to[length] != 0)
        length++;
    __assay_size i = 0;
    while (from[i] != 0) {
        to[length + i] = from[i];
        i++;
    }
    to[length + i] = 0;
    return to;
}

/* model strncat */
char *strncat(char *to, const char *from, __assay_size limit)
{
    __assay_size length = 0;
    while (to[length] != 0)
        length++;
    __assay_size i = 0;
    while (i < limit && from[i] != 0) {
        to[length + i] = from[i];
        i++;
    }
    to[length + i] = 0;
    return to;
}

/* shared __assay_compare */
static int __assay_compare(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    __assay_size i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return a[i] - b[i];
}

/* model strcmp */
int strcmp(const char *left, const char *right)
{
    return __assay_compare(left, right);
}

/* model strcoll */
int strcoll(const char *left, const char *right)
{
    return __assay_compare(left, right);
}

/* model strncmp */
int strncmp(const char *left, const char *right, __assay_size limit)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    for (__assay_size i = 0; i < limit; i++)
        if (a[i] != b[i] || a[i] == 0)
            return a[i] - b[i];
    return 0;
}

/* shared __assay_find */
static char *__assay_find(const char *text, int value)
{
    for (;; text++) {
        if (*text == (char)value)
            return (char *)text;
        if (*text == 0)
            return 0;
    }
}

/* model strchr */
char *strchr(const char *text, int value)
{
    return __assay_find(text, value);
}

/* model strchrnul */
char *strchrnul(const char *text, int value)
{
    while (*text != 0 && *text != (char)value)
        text++;
    return (char *)text;
}

/* shared __assay_find_last */
static char *__assay_find_last(const char *text, int value)
{
    const char *last = 0;
    for (;; text++) {
        if (*text == (char)value)
            last = text;
        if (*text == 0)
            return (char *)last;
    }
}

/* model strrchr */
char *strrchr(const char *text, int value)
{
    return __assay_find_last(text, value);
}

/* model strstr */
char *strstr(const char *text, const char *part)
{
    for (;; text++) {
        __assay_size i = 0;
        while (part[i] != 0 && text[i] == part[i])
            i++;
        if (part[i] == 0)
            return (char *)text;
        if (text[i] == 0)
            return 0;
    }
}

/* shared __assay_contains */
static int __assay_contains(const char *set, char c)
{
    for (; *set != 0; set++)
        if (*set == c)
            return 1;
    return 0;
}

/* model strspn */
__assay_size strspn(const char *text, const char *accepted)
{
    __assay_size length = 0;
    while (text[length] != 0 && __assay_contains(accepted, text[length]))
        length++;
    return length;
}

/* model strcspn */
__assay_size strcspn(const char *text, const char *refused)
{
    __assay_size length = 0;
    while (text[length] != 0 && !__assay_contains(refused, text[length]))
        length++;
    return length;
}

/* model strpbrk */
char *strpbrk(const char *text, const char *wanted)
{
    for (; *text != 0; text++)
        if (__assay_contains(wanted, *text))
            return (char *)text;
    return 0;
}

/* shared __assay_next_token */
static char *__assay_next_token(char *text, const char *separators, char **rest)
{
    if (text == 0)
        text = *rest;
    while (*text != 0 && __assay_contains(separators, *text))
        text++;
    if (*text == 0) {
        *rest = text;
        return 0;
    }
    char *end = text;
    while (*end != 0 && !__assay_contains(separators, *end))
        end++;
    if (*end != 0) {
        *end = 0;
        end++;
    }
    *rest = end;
    return text;
}

/* model strtok */
char *strtok(char *text, const char *separators)
{
    static char *rest;
    return __assay_next_token(text, separators, &rest);
}

/* model strtok_r */
char *strtok_r(char *text, const char *separators, char **rest)
{
    return __assay_next_token(text, separators, rest);
}

/* model strsep */
char *strsep(char **rest, const char *separators)
{
    char *text = *rest;
    if (text == 0)
        return 0;
    char *end = text;
    while (*end != 0 && !__assay_contains(separators, *end))
        end++;
    if (*end == 0) {
        *rest = 0;
    } else {
        *end = 0;
        *rest = end + 1;
    }
    return text;
}

/* model strdup */
void *malloc(__assay_size size);
char *strdup(const char *text)
{
    __assay_size length = 0;
    while (text[length] != 0)
        length++;
    char *copy = malloc(length + 1);
    if (copy == 0)
        return 0;
    for (__assay_size i = 0; i < length; i++)
        copy[i] = text[i];
    copy[length] = 0;
    return copy;
}

/* model strndup */
void *malloc(__assay_size size);
char *strndup(const char *text, __assay_size limit)
{
    __assay_size length = 0;
    while (length < limit && text[length] != 0)
        length++;
    char *copy = malloc(length + 1);
    if (copy == 0)
        return 0;
    for (__assay_size i = 0; i < length; i++)
        copy[i] = text[i];
    copy[length] = 0;
    return copy;
}

/* shared __assay_any_text
   Some text of at most 15 characters, which the next call overwrites. A local that is not initialised holds any bytes. */
struct __assay_text {
    char bytes[16];
};
static char *__assay_any_text(void)
{
    static struct __assay_text text;
    struct __assay_text any;
    text = any;
    text.bytes[sizeof text.bytes - 1] = 0;
    return text.bytes;
}

/* model strerror */
char *strerror(int number)
{
    (void)number;
    return __assay_any_text();
}

/* model strsignal */
char *strsignal(int number)
{
    (void)number;
    return __assay_any_text();
}
