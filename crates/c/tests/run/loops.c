// Break and continue in all loops, empty parts, a dead local in each iteration.
#include <stdio.h>

int main(void) {
    int i = 0, n = 0;
    while (1) {
        if (++i > 10)
            break;
        if (i % 2)
            continue;
        n += i;
    }
    do {
        n++;
        if (n == 33)
            continue;
    } while (n < 35);
    for (;;) {
        if (n-- < 20)
            break;
    }
    for (int a = 0, b = 10; a < b; a++, b--) {
        int c;
        if (a == 0)
            c = 0;
        c = a * b;
        if (c == 16)
            continue;
        n += c;
    }
    do
        n++;
    while (0);
    int primes = 0;
    for (int p = 2; p < 100; p++) {
        int q;
        for (q = 2; q * q <= p; q++)
            if (p % q == 0)
                break;
        if (q * q > p)
            primes++;
    }
    for (i = 0; i < 5; i++)
        ;
    printf("%d %d %d\n", n, primes, i);
    return primes;
}
