// args: --unwind 4
// expect: unsafe
// fails: recursion@9
// doubt: cbmc loses the result of the first call, where a branch of ?: has two calls
// A cycle: the tree points to its own root.
struct tree { int value; struct tree *left, *right; };
int sum(const struct tree *t)
{
  return t ? t->value + sum(t->left) + sum(t->right) : 0;
}
int main(void)
{
  struct tree root = {1, 0, 0}, leaf = {2, 0, 0};
  root.left = &leaf;
  __CPROVER_assert(sum(&root) == 3, "a tree");
  leaf.right = &root;
  return sum(&leaf);
}
