// Function pointers, pointers to pointers, copies of pointers byte by byte, pointers as integers.
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*table[])(int, int) = {add, sub, &add};

static int (*choose(int i))(int, int) { return table[i]; }

static int apply(int (*f)(int, int), int n, ...) { return (*f)(n, n + 1); }

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void sort(void *base, int count, int size, int (*less)(const void *, const void *)) {
    char *p = base;
    for (int i = 0; i < count; i++)
        for (int j = 0; j + 1 < count - i; j++)
            if (less(p + j * size, p + (j + 1) * size) > 0)
                for (int k = 0; k < size; k++) {
                    char t = p[j * size + k];
                    p[j * size + k] = p[(j + 1) * size + k];
                    p[(j + 1) * size + k] = t;
                }
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    printf("%d %d %d\n", choose(0)(1, 2), choose(1)(1, 2), apply(sub, 5));
    int values[] = {5, 3, 9, -1, 4};
    sort(values, 5, sizeof *values, compare);
    for (int i = 0; i < 5; i++)
        printf("%d ", values[i]);
    const char *names[] = {"pear", "apple", "fig"};
    sort(names, 3, sizeof *names, by_name);
    printf("%s %s %s\n", names[0], names[1], names[2]);
    int **rows = malloc(3 * sizeof *rows);
    for (int i = 0; i < 3; i++) {
        rows[i] = calloc(4, sizeof **rows);
        for (int j = i; j < 4; j++)
            rows[i][j] = i * j;
    }
    int **copy = malloc(3 * sizeof *copy);
    memcpy(copy, rows, 3 * sizeof *copy);
    rows = realloc(rows, 10 * sizeof *rows);
    printf("%d %d %d\n", copy[2][3], rows[1][3], copy[1] == rows[1]);
    uintptr_t word = (uintptr_t)&values[1];
    int *again = (int *)(word + sizeof(int));
    printf("%d %d %d\n", *again, again == values + 2, (int)(&values[4] - again));
    char *p = (char *)values, *q = p + sizeof values;
    printf("%d %d %d %d\n", p < q, p != q, !p, (int)(q - p));
    for (int i = 0; i < 3; i++)
        free(copy[i]);
    free(rows), free(copy), free(0);
    void (*none)(void) = 0;
    return none == 0 && table[0] != table[1] && table[0] == table[2];
}
