int counter;
struct point { int left, right; };
int f(struct point p, struct point *q) { return conter + p.lef + q.left + p->right; }
int g(void) { return missing; }
int g(int);
int counter(void);
int h(void) { int x; long x; goto nowhere; }
void h(void) { }
struct point { int z; };
