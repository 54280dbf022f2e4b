// args:
// expect: unsafe
// fails: assertion@13
struct buffer { int data[2]; };
void clear(struct buffer b)
{
  b.data[0] = 0;
}
int main(void)
{
  struct buffer b = {{7, 8}};
  clear(b);
  __CPROVER_assert(b.data[0] == 0, "only the copy was cleared");
}
