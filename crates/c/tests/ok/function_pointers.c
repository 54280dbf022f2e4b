int g(int (*f)(int), int h(int)) { return (*f)(1) + f(2) + (&g)(f, h) + (**h)(3); }
