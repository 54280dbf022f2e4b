// args:
// exit: 2
// says: this is C++; only C is supported
// says: class.c:5:
class Ring { int n; };
int main() { return 0; }
