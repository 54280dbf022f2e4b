double a = 1.5, b = .5e-3, c = 0x1.8p3;
float f = 1.f;
long double l = 2.0L;
