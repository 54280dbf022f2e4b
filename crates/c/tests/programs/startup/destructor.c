// args:
// expect: unsafe
// fails: assertion@7
static int open_files;
__attribute__((destructor)) void check_files(void)
{
  __CPROVER_assert(open_files == 0, "all files are closed");
}
__attribute__((constructor)) void open_first(void)
{
  open_files = 1;
}
int nondet_int(void);
int main(void)
{
  __CPROVER_assert(open_files == 1, "the constructor ran");
  if (nondet_int())
    open_files--;
}
