int f(int a) { switch (a) { case 1: case 2: return 1; case 3 ... 5: break; default: ; } return 0; }
