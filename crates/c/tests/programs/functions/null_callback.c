// args:
// expect: unsafe
// fails: pointer@8
typedef void (*handler)(int);
static handler on_event;
void fire(int n)
{
  on_event(n);
}
int main(void)
{
  fire(1);
}
