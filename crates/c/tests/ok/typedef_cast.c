typedef int T;
int a; int x(void) { return (T)-a + (a)-a + sizeof(T) + sizeof(a) * 2; }
