double f(double _Complex z) { return __real__ z; }
