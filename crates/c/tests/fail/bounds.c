// bounds bounds bounds
int g[3];
struct s { int a[2]; int b; };
int main(void) {
    int a[4] = {0}, i = 4;
    a[i] = 1;
    struct s s = {{0}, 1};
    s.a[i - 2] = 7;
    int *end = &a[i];
    i = -1;
    int got = g[i];
    __CPROVER_assert(s.b == 1, "a failed write does nothing");
    return got;
}
