struct point { int left, right : 3; };
int f(struct point p, struct point *q)
{
    int *r = &p.right;
    p.lef = 1;
    q.left = 1;
    p->left = 1;
    q->up = 1;
    struct point s = {.lfet = 1};
    struct point t = {[1] = 2};
    int list[2] = {.left = 1};
    return sizeof p.right + __builtin_offsetof(struct point, down);
}
