#define BAD(x) x +;
int f(int a) { return BAD(a) }
