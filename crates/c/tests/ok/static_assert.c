_Static_assert(1, "one");
struct S { int a; _Static_assert(1 == 1); };
void f(void) { _Static_assert(2, "two" "2"); }
