// args:
// expect: safe
// fails:
int main(int argc, char **argv)
{
  __CPROVER_assert(argc >= 0, "at least none");
  __CPROVER_assert(argv[argc] == 0, "ends with a null pointer");
}
