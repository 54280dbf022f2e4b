void f(void) { __label__ l; l: ; }
