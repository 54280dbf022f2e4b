int f(int a) { return ({ int b = a; b + 1; }) * 2; }
