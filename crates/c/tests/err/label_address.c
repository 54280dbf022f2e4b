void f(void) { void *p = &&end; end: ; }
