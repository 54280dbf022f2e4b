void f(void *p) { goto *p; }
