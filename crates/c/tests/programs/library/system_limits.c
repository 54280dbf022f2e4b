// args:
// expect: unsafe
// fails: assertion@13 assertion@17
// doubt: CBMC lets sysconf return less than -1
#include <errno.h>
#include <unistd.h>
int main(void)
{
  errno = 0;
  long pages = sysconf(_SC_PAGESIZE);
  __CPROVER_assert(pages >= -1, "documented");
  if (pages == -1)
    __CPROVER_assert(errno == EINVAL, "no limit is no error");
  int ends[2];
  errno = 0;
  if (pipe(ends) != 0)
    __CPROVER_assert(errno == EMFILE, "there are other reasons");
}
