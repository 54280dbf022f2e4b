#define SIZE 3
#define LESS(a, b) (a < b)
#define STEP(i) i = i + 1
#define UNUSED 7
static inline int half(int x) { return x / 2; }
