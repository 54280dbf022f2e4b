// args:
// expect: safe
// fails:
struct value { enum { NUMBER, NAME } tag; union { long number; const char *name; } as; };
char first(struct value *v)
{
  return v->tag == NAME ? v->as.name[0] : '0';
}
int main(void)
{
  struct value a = {NAME, {.name = "x"}}, b = {NUMBER, {.number = 7}};
  __CPROVER_assert(first(&a) == 'x' && first(&b) == '0', "by its tag");
}
