// args:
// expect: unsafe
// fails: pointer@8
// The tag is not checked before the pointer is used.
struct value { enum { NUMBER, NAME } tag; union { long number; const char *name; } as; };
char first(struct value *v)
{
  return v->as.name[0];
}
int main(void)
{
  struct value a = {NAME, {.name = "x"}}, b = {NUMBER, {.number = 7}};
  return first(&a) + first(&b);
}
