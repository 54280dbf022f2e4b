// Designators, ranges, braces left out, strings, unions, open lengths.
struct point { int x, y; };
struct shape {
    char name[4];
    struct point at[2];
    union { int number; struct point other; };
};

int numbers[] = {1, [4] = 5, 6, [1 ... 2] = 9};
char text[] = "ab", cut[2] = "abc", braced[] = {"x"};
struct shape one = {"ab", 1, 2, {3}, 4};
struct shape two = {.at[1].y = 5, .other = {6, 7}, .name = {'q'}};
struct point *where = &one.at[1];
const char *words[] = {"a", "b", "a"};
struct point *made = &(struct point){1, 2};
int (*table[])(int) = {0};
unsigned offset = (unsigned long)&((struct shape *)0)->at[1].y;
struct packet { char length; int data[]; } packet = {2, {1, 2}};

int local(int n)
{
    struct point p = {n}, q = p, list[] = {p, {1, n}, n, n};
    int scalar = {3}, zero[3] = {};
    struct point *r = &(struct point){n, .x = 2};
    return q.x + list[1].y + r->x + zero[0] + scalar;
}
