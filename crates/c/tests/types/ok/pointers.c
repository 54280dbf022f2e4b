// Decay, pointer arithmetic, comparisons with null, functions, fields of what is returned.
struct pair { int a; int b[3]; struct { long inner; }; };
struct pair make(int);
int apply(int (*f)(int), int x) { return f(x) + (*f)(x) + (**f)(x); }
int twice(int x) { return 2 * x; }

long all(struct pair *p, struct pair v, const char *s, void *any)
{
    int list[4];
    int *q = list + 1, **qq = &q;
    long d = &list[3] - q;
    if (p && p != 0 && s == (void *)0 && any == p) d++;
    d += p->b[1] + v.inner + (*p).b[d] + 2[list] + *q++ + -- **qq;
    d += make(3).a + make(4).b[1];
    v = *p;
    any = p ? p : any;
    s = d ? "yes" : 0;
    q += d;
    p--;
    return d + apply(twice, 3) + apply(&twice, *s) + (p < &v) + _Generic(s, char *: 1, const char *: 2, default: 3);
}
