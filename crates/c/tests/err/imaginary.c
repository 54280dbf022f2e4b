double x = 1.0i;
