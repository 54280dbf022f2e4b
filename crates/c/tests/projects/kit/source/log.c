#include "add.h"
void log_it(const char *text)
{
  while (*text)
    text++;
}
