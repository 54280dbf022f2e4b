// args: --unwind 4
// expect: unsafe
// fails: bounds@10
// follows: unwinding@10 bounds@12
struct item { int key, value; };
int main(void)
{
  struct item items[3] = {{1, 10}, {2, 20}, {3, 30}};
  int i = 0;
  while (items[i].key != 4)
    i++;
  return items[i].value;
}
