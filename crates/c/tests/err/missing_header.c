#include "no-such-file.h"
int x;
