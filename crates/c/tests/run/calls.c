// Recursion, variadic functions, static locals, statement expressions, short circuits.
#include <stdarg.h>
#include <stdio.h>

static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_even(unsigned n);
static int is_odd(unsigned n) { return n ? is_even(n - 1) : 0; }
static int is_even(unsigned n) { return n ? is_odd(n - 1) : 1; }

struct pair {
    long a, b;
};

static double sum(const char *kinds, ...) {
    va_list list, copy;
    va_start(list, kinds);
    va_copy(copy, list);
    double total = 0;
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i':
            total += va_arg(list, int);
            break;
        case 'l':
            total += va_arg(list, long long);
            break;
        case 'd':
            total += va_arg(list, double);
            break;
        case 'p':
            total += *va_arg(list, int *);
            break;
        case 's': {
            struct pair p = va_arg(list, struct pair);
            total += p.a * p.b;
        }
        }
    total += va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return total;
}

static int vsum(int n, va_list list) {
    int total = 0;
    while (n-- > 0)
        total += va_arg(list, int);
    return total;
}

static int wrapped(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = vsum(n, list);
    va_end(list);
    return total;
}

static int counter(void) {
    static int count = 10;
    return count++;
}

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

static int side;
static int touch(int v) {
    side = side * 10 + v;
    return v;
}

static void hanoi(int n, int from, int to, int via, int *moves) {
    if (!n)
        return;
    hanoi(n - 1, from, via, to, moves);
    ++*moves;
    hanoi(n - 1, via, to, from, moves);
}

int main(void) {
    int seven = 7, moves = 0;
    printf("%d %d %d\n", ackermann(2, 3), is_even(100), is_odd(7));
    struct pair p = {6, 7};
    printf("%.2f\n", sum("ildps", 1, 2LL, 0.5, &seven, p));
    printf("%d\n", wrapped(4, 1, 2, 3, 4));
    printf("%d %d", counter(), 0);
    counter();
    printf(" %d\n", counter());
    printf("%d\n", MAX(counter(), MAX(3, 4)));
    (void)(touch(1) && touch(0) && touch(5));
    (void)(touch(0) || touch(2) || touch(6));
    touch(3) ? touch(4) : touch(9);
    printf("%d\n", side);
    hanoi(6, 1, 2, 3, &moves);
    return moves;
}
