unsigned a; long unsigned int b; signed char c; long long d; short e; unsigned __int128 f; long double g; int long h; double _Complex z;
