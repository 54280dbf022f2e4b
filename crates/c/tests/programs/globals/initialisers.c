// args:
// expect: safe
// fails:
struct entry { const char *name; int value; };
static const struct entry entries[] = {
  {"one", 1},
  [2] = {.value = 3, .name = "three"},
};
static int *const target = &(int){7};
int main(void)
{
  __CPROVER_assert(sizeof entries / sizeof *entries == 3, "three");
  __CPROVER_assert(entries[2].value == 3 && entries[2].name[0] == 't', "designated");
  __CPROVER_assert(entries[1].name == 0, "the gap is zero");
  __CPROVER_assert(*target == 7, "a literal at file scope lives on");
}
