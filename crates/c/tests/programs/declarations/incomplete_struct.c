// args:
// expect: safe
// fails:
struct handle;
struct handle *identity(struct handle *h);
struct handle { int id; };
struct handle *identity(struct handle *h)
{
  return h;
}
int main(void)
{
  struct handle h = {7};
  __CPROVER_assert(identity(&h)->id == 7, "completed later");
}
