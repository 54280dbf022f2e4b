// args:
// expect: safe
// fails:
typedef int number, vector[3];
typedef struct pair { number a, b; } pair;
static number first(pair p) { return p.a; }
int main(void)
{
  vector v = {1, 2, 3};
  pair pair = {v[1], v[2]};
  __CPROVER_assert(first(pair) == 2 && sizeof(vector) == 12, "a variable may hide a type");
}
