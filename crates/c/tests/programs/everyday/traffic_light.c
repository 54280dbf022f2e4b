// args: --unwind 6
// expect: safe
// fails:
enum light { RED, GREEN, YELLOW };
struct crossing { enum light north, east; };
_Bool nondet_bool(void);
static void step(struct crossing *c)
{
  if (c->north == GREEN)
    c->north = YELLOW;
  else if (c->north == YELLOW)
    c->north = RED;
  else if (c->east == GREEN)
    c->east = YELLOW;
  else if (c->east == YELLOW)
    c->east = RED;
  else if (nondet_bool())
    c->north = GREEN;
  else
    c->east = GREEN;
}
int main(void)
{
  struct crossing c = {RED, RED};
  for (int i = 0; i < 5; i++) {
    step(&c);
    __CPROVER_assert(c.north == RED || c.east == RED, "one of them is red");
  }
}
