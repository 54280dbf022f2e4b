void f(int n) { for (int i = 0, j = 1; i < n; i++, j--) continue; for (;;) break; while (n) n--; do n++; while (n < 3); do { n = 1; } while (0); }
