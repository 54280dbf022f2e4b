// args:
// exit: 4
// says: has no properties in `main`, so there is nothing to prove
// says: write `assert(...)`
int main(void) { return 0; }
