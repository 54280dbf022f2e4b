void f(void) { again: goto again; end: ; }
int g(int a) { x: y: return a; goto x; z: }
