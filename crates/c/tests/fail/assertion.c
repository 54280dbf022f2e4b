// assertion assertion
#include <assert.h>
int main(void) {
    int x = 1;
    assert(x == 1);
    assert(x == 2);
    __CPROVER_assert(x == 3, "three");
    __CPROVER_assume(x == 1);
    return 0;
}
