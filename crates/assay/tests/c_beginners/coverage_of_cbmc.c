// args: --cover location
// exit: 2
// says: `--cover` asks for something else than verdicts
// says: `assay cover` shows which changes of the program no check notices
#include <assert.h>
int main(void) { assert(1); }
