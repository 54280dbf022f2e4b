// args:
// expect: unsafe
// fails: pointer@open
// doubt: the function with the read has another name in CBMC's library
#include <fcntl.h>
int main(void)
{
  int good = open("/dev/null", 0);
  const char *path;
  int bad = open(path, 0);
  return good == bad;
}
