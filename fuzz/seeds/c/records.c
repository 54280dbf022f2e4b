struct inner { char a; int b : 5; unsigned c : 3; };
struct outer { struct inner in[2]; union { int i; unsigned char b[4]; } u; struct outer *next; };
static struct outer first = {.in = {[1] = {'x', -3, 2}}, .u.i = 0x01020304};
struct inner made(int n) { return (struct inner){.b = n, .c = n}; }
int main(void) {
  struct outer second = first, *p = &second;
  p->next = &first;
  p->in[0] = made(9);
  p->next->u.b[1] = 0xff;
  second.in[1].b += p->in[0].c;
  return first.u.i + p->in[0].b + sizeof(struct outer);
}
