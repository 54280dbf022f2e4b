typedef int T;
int f(T), g(T T), h(int (T));
int k(int T) { return T * T; }
