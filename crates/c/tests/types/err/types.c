struct one { int a; };
struct two { int a; };
struct unknown;
void f(struct one s, struct two t, int *p, float x)
{
    const int c = 1;
    struct unknown u;
    s = t;
    s = 3;
    p = x;
    c = 2;
    3 = c;
    *x;
    p * 2;
    x % 2;
    s + 1;
    p[1.5];
    f(s);
    f(s, t, 1);
    x();
    if (s) ;
    (struct one)3;
    &3;
    c++;
    sizeof(struct unknown);
}
int main(void) { return f; }
struct one give(void) { return 1; }
