const volatile int *const restrict p;
int f(int a[static const 3], int b[*], int n, int c[n]);
