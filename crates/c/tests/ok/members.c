struct N { struct N *next; int v; };
int f(struct N *n, struct N m) { return n->next->next->v + m.next->v + (*n).v + (&m)->v; }
