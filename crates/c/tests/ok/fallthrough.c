int f(int a) { switch (a) { case 1: a++; __attribute__((fallthrough)); case 2: return a; } return 0; }
