// Fallthrough, ranges, default in the middle, Duff's device, switches in loops.
#include <stdio.h>

static int fall(int x) {
    int r = 0;
    switch (x) {
    case 1:
        r += 1;
    case 2:
        r += 2;
        break;
    default:
        r += 100;
    case 3:
        r += 3;
        break;
    case 10 ... 20:
        r = 50;
    }
    return r;
}

static void duff(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
        case 7:
            *to++ = *from++;
        case 6:
            *to++ = *from++;
        case 5:
            *to++ = *from++;
        case 4:
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--n > 0);
    }
}

static int looped(int n) {
    int r = 0;
    for (int i = 0; i < n; i++) {
        switch (i % 4) {
            int y;
        case 0:
            continue;
        case 1:
            y = i;
            r += y;
            break;
        case 2:
            if (i > 8)
                goto out;
        }
        r += 1000;
    }
out:
    return r;
}

static int nested(int a, int b) {
    switch (a) {
    case 0:
        switch (b) {
        case 0:
            return 1;
        default:
            break;
        }
        return 2;
    case 1: {
        case 2:
            return 3 + b;
    }
    }
    return 4;
}

static int wide(unsigned long long x) {
    switch (x) {
    case 0xffffffffffffffffULL:
        return 1;
    case 0x100000000ULL:
        return 2;
    }
    return 3;
}

static int chars(char c) {
    switch (c) {
    case -1:
        return 1;
    case 'a':
        return 2;
    }
    return 0;
}

int main(void) {
    for (int i = 0; i < 12; i++)
        printf("%d ", fall(i));
    char text[30] = {0};
    duff(text, "the quick brown fox jumps", 21);
    printf("%s\n", text);
    printf("%d %d %d %d %d\n", looped(20), nested(0, 0), nested(0, 1), nested(1, 5), nested(2, 5));
    printf("%d %d %d %d %d\n", nested(7, 7), wide(-1), wide(1ULL << 32), chars('a'), chars(-1));
    return 0;
}
