// args:
// expect: unsafe
// fails: assertion@8
#include <pwd.h>
int main(void)
{
  struct passwd *entry = getpwnam("user");
  __CPROVER_assert(entry->pw_uid == 0, "not everybody is root");
}
