;int a;;void f(void) {;};
