// args: --unwind ten
// exit: 2
// says: `ten` is no number of iterations
int main(void) { return 0; }
