int f(int *p) { return - -*p + !~*p - +1 + *&*p + ++*p + (*p)++ + --p[0] + p[1]--; }
