struct P { int x, y; };
struct P p = { .y = 1, .x = 2 };
int a[10] = { [1] = 2, [3 ... 5] = 6, 7 };
struct P q[] = { [0].x = 1, { y: 3 } };
