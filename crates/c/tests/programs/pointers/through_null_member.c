// args:
// expect: unsafe
// fails: pointer@9
struct node { int value; struct node *next; };
int main(void)
{
  struct node last = {1, 0};
  struct node first = {0, &last};
  return first.next->next->value;
}
