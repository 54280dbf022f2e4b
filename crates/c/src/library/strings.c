/* Models of <strings.h>. What it has in common with <string.h> is in `string.c`. */

/* model bcmp */
int bcmp(const void *left, const void *right, __assay_size size)
{
    return __assay_compare_bytes(left, right, size);
}

/* model bzero */
void *memset(void *object, int value, __assay_size size);
void bzero(void *object, __assay_size size)
{
    memset(object, 0, size);
}

/* model bcopy */
void *memmove(void *to, const void *from, __assay_size size);
void bcopy(const void *from, void *to, __assay_size size)
{
    memmove(to, from, size);
}

/* model index */
char *index(const char *text, int value)
{
    return __assay_find(text, value);
}

/* model rindex */
char *rindex(const char *text, int value)
{
    return __assay_find_last(text, value);
}

/* shared __assay_lower */
static int __assay_lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* model strcasecmp */
int strcasecmp(const char *left, const char *right)
{
    __assay_size i = 0;
    while (left[i] != 0 && __assay_lower(left[i]) == __assay_lower(right[i]))
        i++;
    return __assay_lower(left[i]) - __assay_lower(right[i]);
}

/* model strncasecmp */
int strncasecmp(const char *left, const char *right, __assay_size limit)
{
    for (__assay_size i = 0; i < limit; i++) {
        int difference = __assay_lower(left[i]) - __assay_lower(right[i]);
        if (difference != 0 || left[i] == 0)
            return difference;
    }
    return 0;
}
