// no_body
int other(int);
int main(void) { return other(3); }
