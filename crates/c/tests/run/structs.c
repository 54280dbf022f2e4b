// Copies, results, parameters, nested records, arrays in records, compound literals.
#include <stdio.h>

struct point {
    int x, y;
};
struct line {
    struct point from, to;
    char name[8];
};
struct node {
    int value;
    struct node *next;
};

static struct point make(int x, int y) {
    struct point p = {x, y};
    return p;
}

static struct line twist(struct line l) {
    struct point t = l.from;
    l.from = l.to;
    l.to = t;
    l.name[0]++;
    return l;
}

static int total(const struct node *n) {
    int sum = 0;
    for (; n; n = n->next)
        sum += n->value;
    return sum;
}

static struct line global = {.to = {3, 4}, .name = "glob"};
static struct node ring[3] = {{1, &ring[1]}, {2, ring + 2}, {3, 0}};

int main(void) {
    struct line a = {make(1, 2), {3, 4}, "abc"}, b;
    b = twist(a);
    printf("%d %d %d %d %s %s\n", b.from.x, b.from.y, b.to.x, b.to.y, b.name, a.name);
    printf("%d %c %d\n", twist(b).to.y, twist(a).name[1], make(7, 8).y);
    struct point *p = &(struct point){5, 6};
    p->x += make(10, 20).y;
    printf("%d %d %d\n", p->x, p->y, total(ring));
    struct node list[4];
    for (int i = 0; i < 4; i++)
        list[i] = (struct node){i * i, i < 3 ? &list[i + 1] : 0};
    printf("%d %s %d\n", total(list), global.name, global.from.x + global.to.y);
    struct point grid[2][3] = {[1] = {[2] = {8, 9}, [0].y = 7}};
    int s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s = s * 3 + grid[i][j].x + grid[i][j].y;
    struct point chosen = s > 5 ? grid[1][2] : grid[0][0];
    struct line *q = &a;
    q->to = chosen, (*q).name[2] = 'z';
    printf("%d %d %d %s\n", s, chosen.x, a.to.y, q->name);
    int sum = 0;
    for (struct point *r = &grid[0][0]; r < &grid[0][0] + 3; ++r)
        sum += r->x;
    return sum + (int)(&grid[1][2] - &grid[1][0]);
}
