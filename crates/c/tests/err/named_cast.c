int f(int a) { return (int b)a; }
