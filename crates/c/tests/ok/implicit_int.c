main() { return 0; }
static f(void) { return 1; }
