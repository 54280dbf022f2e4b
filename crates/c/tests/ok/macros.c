#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define STR(x) #x
#define CAT(a, b) a##b
int f(int x) { int CAT(y, 1) = MAX(x, 3); char *s = STR(x + 1); return MAX(y1, MAX(x, __LINE__)); }
