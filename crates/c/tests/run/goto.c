// Jumps forward, backward, into and out of blocks and loops.
#include <stdio.h>

static int back(int n) {
    int sum = 0;
again:
    sum += n;
    if (--n > 0)
        goto again;
    return sum;
}

static int into_loop(int n) {
    int i = n, count = 0;
    goto middle;
    while (i < 10) {
        count += 100;
    middle:
        count++;
        i++;
    }
    return count;
}

static int into_for(void) {
    int i = 5, n = 0;
    goto in;
    for (i = 0; i < 8; i++) {
        n += 10;
    in:
        n++;
    }
    return n * 100 + i;
}

static int out(void) {
    int i, j;
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            if (i * j == 42)
                goto found;
    return -1;
found:
    return i * 10 + j;
}

static int branches(int c) {
    int r = 0;
    if (c)
        goto other;
    if (r) {
        r += 1;
    other:
        r += 2;
    } else {
        r += 4;
    }
    return r;
}

static int sibling(int n) {
    int r = 0;
    while (n-- > 0)
        if (n & 1)
        a: r += 1;
        else {
            r += 10;
            if (r < 60)
                goto a;
        }
    return r;
}

static int over(void) {
    goto past;
    int x;
past:
    x = 3;
    {
        int *p = &x;
        *p += 1;
    }
    return x;
}

static int two(void) {
    int a = 0, b = 0;
first:
    a++;
second:
    b++;
    if (b < 3)
        goto second;
    if (a < 4)
        goto first;
    return a * 100 + b;
}

static int in_expression(int n) {
    int s = 0;
    s += ({
        int t = 0;
    l:
        t += n;
        if (t < 20)
            goto l;
        t;
    });
    s += ({
        if (s > 21)
            goto done;
        5;
    });
    s *= 2;
done:
    return s;
}

int main(void) {
    printf("%d %d %d %d\n", back(5), into_loop(3), into_for(), out());
    printf("%d %d %d %d %d\n", branches(0), branches(1), sibling(9), over(), two());
    printf("%d %d\n", in_expression(3), in_expression(11));
    return 0;
}
