// args:
// expect: unsafe
// fails: assertion@11
extern int level;
void raise_level(void);
int main(void)
{
  raise_level();
  raise_level();
  __CPROVER_assert(level == 12, "defined as 10 in the other unit");
  __CPROVER_assert(level < 12, "raised twice");
}
