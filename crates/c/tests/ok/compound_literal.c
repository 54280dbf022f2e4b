struct P { int x; };
int f(struct P *p) { return ((struct P){ 1 }).x + (int[]){ 1, 2 }[0] + sizeof (struct P){ 1 }; }
